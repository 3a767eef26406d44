/* The bare search: an FTS5 trigram table, two words, ORDER BY rank LIMIT 20.
   `fill` makes the database from a file of products, `time` asks the given queries in turn. */

#include "../timing/clock.h"
#include "../timing/options.h"
#include "../timing/samples.h"

#include <sqlite3.h>

enum { most_samples = 1000000, page_of_products = 20 };

static sqlite3 *database;

static void require(int succeeded, const char *what) {
    if (succeeded) return;
    fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(database));
    exit(1);
}

static void execute(const char *sql) { require(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, sql); }

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    require(sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK, sql);
    return statement;
}

/* Products stand one on a line, so that no line has to be large. */
static void insert_products(const char *path) {
    sqlite3_stmt *insert = prepare(
        "INSERT INTO product_text (name, category, description) "
        "VALUES (?1 ->> 'name', ?1 ->> 'category', ?1 ->> 'description')");
    FILE *file = fopen(path, "r");
    require(file != NULL, path);
    char line[65536];
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "{\"sku\"", 6) != 0) continue;
        int bytes = (int)strcspn(line, "\n");
        if (line[bytes - 1] == ',') bytes--;
        sqlite3_bind_text(insert, 1, line, bytes, SQLITE_STATIC);
        require(sqlite3_step(insert) == SQLITE_DONE, "insert");
        sqlite3_reset(insert);
    }
    fclose(file);
    sqlite3_finalize(insert);
}

static void fill(const char *products) {
    execute("PRAGMA journal_mode = WAL");
    execute("DROP TABLE IF EXISTS product_text");
    execute("CREATE VIRTUAL TABLE product_text USING fts5(name, category, description, tokenize = 'trigram')");
    execute("BEGIN");
    insert_products(products);
    execute("COMMIT");
    execute("INSERT INTO product_text (product_text) VALUES ('optimize')");
    execute("PRAGMA wal_checkpoint(TRUNCATE)");
    puts("{}");
}

/* Answers the number of rows read. */
static int ask(sqlite3_stmt *select, const char *match) {
    int rows = 0, outcome;
    sqlite3_bind_text(select, 1, match, -1, SQLITE_STATIC);
    while ((outcome = sqlite3_step(select)) == SQLITE_ROW) rows += sqlite3_column_text(select, 1) != NULL;
    require(outcome == SQLITE_DONE, "search");
    sqlite3_reset(select);
    return rows;
}

static long long number_of(const char *sql, const char *match) {
    sqlite3_stmt *select = prepare(sql);
    if (match) sqlite3_bind_text(select, 1, match, -1, SQLITE_STATIC);
    require(sqlite3_step(select) == SQLITE_ROW, sql);
    long long number = sqlite3_column_int64(select, 0);
    sqlite3_finalize(select);
    return number;
}

/* `"two" AND "words"` for `two words`: every word a phrase of trigrams. */
static char *match_of(char *query) {
    char *match = NULL;
    for (char *word = strtok(query, " "); word; word = strtok(NULL, " ")) {
        char *longer = match ? sqlite3_mprintf("%s AND \"%w\"", match, word) : sqlite3_mprintf("\"%w\"", word);
        sqlite3_free(match);
        match = longer;
    }
    return match;
}

/* Splits at commas; answers how many queries there are. */
static int matches_of(char *queries, char **matches, int most) {
    int count = 0;
    char *rest = queries, *query;
    while (count < most && (query = strsep(&rest, ","))) matches[count++] = match_of(query);
    return count;
}

static void measure(char *queries, double warmup, double duration) {
    char *matches[64];
    int query_count = matches_of(queries, matches, 64);
    long long found = 0;
    for (int i = 0; i < query_count; i++)
        found += number_of("SELECT count(*) FROM product_text WHERE product_text MATCH ?", matches[i]);

    sqlite3_stmt *select = prepare(
        "SELECT rowid, name FROM product_text WHERE product_text MATCH ? ORDER BY rank LIMIT 20");
    struct samples samples = samples_make(most_samples);
    uint64_t begin = nanoseconds_now() + nanoseconds_of(warmup), end = begin + nanoseconds_of(duration), now = 0;
    for (int i = 0; now < end; i++) {
        uint64_t asked = nanoseconds_now();
        require(ask(select, matches[i % query_count]) == page_of_products, "too few products found");
        now = nanoseconds_now();
        if (asked >= begin) samples_add(&samples, now - asked);
    }
    printf("{\"products\":%lld,\"queries\":%d,\"foundPerQuery\":%lld,\"sqlite\":\"%s\",",
           number_of("SELECT count(*) FROM product_text", NULL), query_count, found / query_count,
           sqlite3_libversion());
    samples_print(&samples);
    puts("}");
}

int main(int argc, char **argv) {
    const char *path = text_option(argc, argv, "--database", NULL);
    require(sqlite3_open(path, &database) == SQLITE_OK, path);
    const char *products = text_option(argc, argv, "--fill", "");
    if (*products)
        fill(products);
    else
        measure(strdup(text_option(argc, argv, "--queries", NULL)), number_option(argc, argv, "--warmup", "1"),
                number_option(argc, argv, "--duration", "3"));
    return sqlite3_close_v2(database) == SQLITE_OK ? 0 : 1;
}
