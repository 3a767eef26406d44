/* Orders as checkout stores them, in a loop over SQLite: stock taken, the order, its key and answer, its events.
   Up to `--batch` orders share a transaction and so a disk sync; each has a savepoint of its own. */

#include "../timing/clock.h"
#include "../timing/options.h"
#include "../timing/samples.h"
#include "tables.h"

#include <sqlite3.h>

enum { skus = 1000, lines_per_order = 3, stock_at_start = 1000000000, most_samples = 1000000 };

/* Sizes of the stored parts of a three-line order. */
enum { sale_bytes = 430, buyer_bytes = 100, state_bytes = 135, answer_bytes = 150, hash_bytes = 16, payment_bytes = 60 };

enum { quote_bytes = 22, key_bytes = 32 };

static const int64_t start_milliseconds = 1781861400000;

static sqlite3 *database;
static sqlite3_stmt *begin, *commit, *save, *release, *find_key, *find_quote, *next_row, *next_sequence, *read_stock,
    *write_stock, *insert_order, *insert_key, *insert_stock_event, *insert_order_event;
static char filler[sale_bytes];
static uint64_t random_state = 0x9E3779B97F4A7C15u;

static void require(int succeeded, const char *what) {
    if (succeeded) return;
    fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(database));
    exit(1);
}

static void execute(const char *sql) { require(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, sql); }

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    require(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) == SQLITE_OK, sql);
    return statement;
}

static void run(sqlite3_stmt *statement) {
    require(sqlite3_step(statement) == SQLITE_DONE, sqlite3_sql(statement));
    sqlite3_reset(statement);
}

/* The first column of the first row, -1 when there is none. */
static int64_t number_of(sqlite3_stmt *select) {
    int outcome = sqlite3_step(select);
    require(outcome == SQLITE_ROW || outcome == SQLITE_DONE, sqlite3_sql(select));
    int64_t number = outcome == SQLITE_ROW ? sqlite3_column_int64(select, 0) : -1;
    sqlite3_reset(select);
    return number;
}

static uint64_t random_number(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

/* 32 hexadecimal digits, and the whole number that their index holds. */
struct key {
    char text[33];
    int64_t short_key;
};

static struct key random_key(void) {
    struct key made;
    uint64_t high = random_number(), low = random_number();
    snprintf(made.text, sizeof made.text, "%016llx%016llx", (unsigned long long)high, (unsigned long long)low);
    made.short_key = (int64_t)(high >> 1);
    return made;
}

static int64_t expiry(int64_t row) { return start_milliseconds + 900000 + row / 8; }

/* Quotes that are placed together expire together, so the expiry comes first in their index. */
static int64_t short_quote(int64_t row, const struct key *quote) {
    return expiry(row) << 20 | (quote->short_key & 0xFFFFF);
}

static void bind_key(sqlite3_stmt *statement, int first, const struct key *key) {
    sqlite3_bind_int64(statement, first, key->short_key);
    sqlite3_bind_text(statement, first + 1, key->text, key_bytes, SQLITE_STATIC);
}

static void bind_filler(sqlite3_stmt *statement, int index, int bytes) {
    sqlite3_bind_blob(statement, index, filler, bytes, SQLITE_STATIC);
}

static int name_of_sku(char *text, size_t capacity, unsigned number) {
    return snprintf(text, capacity, "product-%06u", number);
}

static void take_one_from_stock(void) {
    char sku[32];
    int bytes = name_of_sku(sku, sizeof sku, (unsigned)(random_number() % skus));
    sqlite3_bind_text(read_stock, 1, sku, bytes, SQLITE_STATIC);
    int64_t on_hand = number_of(read_stock);
    require(on_hand > 0, "out of stock");
    sqlite3_bind_text(write_stock, 1, sku, bytes, SQLITE_STATIC);
    sqlite3_bind_int64(write_stock, 2, on_hand - 1);
    run(write_stock);
    sqlite3_bind_text(insert_stock_event, 1, sku, bytes, SQLITE_STATIC);
    sqlite3_bind_int64(insert_stock_event, 2, on_hand - 1);
    run(insert_stock_event);
}

static void store_order(int64_t row, const struct key *quote, const struct key *key) {
    int64_t sequence = number_of(next_sequence);
    sqlite3_bind_int64(insert_order, 1, row);
    sqlite3_bind_text(insert_order, 2, quote->text, quote_bytes, SQLITE_STATIC);
    sqlite3_bind_int64(insert_order, 3, sequence);
    sqlite3_bind_int64(insert_order, 4, start_milliseconds + row);
    sqlite3_bind_int64(insert_order, 5, short_quote(row, quote));
    sqlite3_bind_int64(insert_order, 6, expiry(row));
    sqlite3_bind_text(insert_order, 7, quote->text, quote_bytes, SQLITE_STATIC);
    sqlite3_bind_text(insert_order, 8, key->text, key_bytes, SQLITE_STATIC);
    bind_filler(insert_order, 9, sale_bytes);
    bind_filler(insert_order, 10, buyer_bytes);
    bind_filler(insert_order, 11, state_bytes);
    run(insert_order);
    sqlite3_bind_int64(insert_order_event, 1, row);
    bind_filler(insert_order_event, 2, payment_bytes);
    run(insert_order_event);
}

static void keep_answer(const struct key *key) {
    bind_key(insert_key, 1, key);
    bind_filler(insert_key, 3, hash_bytes);
    bind_filler(insert_key, 4, answer_bytes);
    run(insert_key);
}

static void place_order(void) {
    struct key key = random_key(), quote = random_key();
    int64_t row = number_of(next_row);
    run(save);
    bind_key(find_key, 1, &key);
    require(number_of(find_key) == -1, "key used");
    sqlite3_bind_int64(find_quote, 1, short_quote(row, &quote));
    sqlite3_bind_text(find_quote, 2, quote.text, quote_bytes, SQLITE_STATIC);
    require(number_of(find_quote) == -1, "quote used");
    for (int line = 0; line < lines_per_order; line++) take_one_from_stock();
    store_order(row, &quote, &key);
    keep_answer(&key);
    run(release);
}

static void place_batch(int orders) {
    run(begin);
    for (int i = 0; i < orders; i++) place_order();
    run(commit);
}

static void make_tables(void) {
    execute("PRAGMA journal_mode = WAL");
    execute("PRAGMA synchronous = FULL");
    execute("PRAGMA temp_store = MEMORY");
    execute(TABLES);
    sqlite3_stmt *stock = prepare("INSERT INTO stock (sku, tracked, on_hand) VALUES (?, 1, ?)");
    execute("BEGIN");
    for (unsigned number = 0; number < skus; number++) {
        char sku[32];
        sqlite3_bind_text(stock, 1, sku, name_of_sku(sku, sizeof sku, number), SQLITE_STATIC);
        sqlite3_bind_int64(stock, 2, stock_at_start);
        run(stock);
    }
    execute("COMMIT");
}

static void prepare_statements(void) {
    begin = prepare("BEGIN IMMEDIATE");
    commit = prepare("COMMIT");
    save = prepare("SAVEPOINT one_order");
    release = prepare("RELEASE one_order");
    find_key = prepare("SELECT row FROM idempotency WHERE short_key = ? AND key = ?");
    find_quote = prepare("SELECT row FROM orders WHERE quote_short = ? AND quote = ?");
    next_row = prepare("SELECT coalesce(max(row), 0) + 1 FROM orders");
    next_sequence = prepare("SELECT coalesce(max(sequence), 0) + 1 FROM orders WHERE year = 2026");
    read_stock = prepare("SELECT on_hand FROM stock WHERE sku = ?");
    write_stock = prepare("UPDATE stock SET on_hand = ?2 WHERE sku = ?1");
    insert_order = prepare(
        "INSERT INTO orders (row, secret, year, sequence, placed_at, status, quote_short, quote_expires_at, quote, key, "
        "sale, buyer, state) "
        "VALUES (?, ?, 2026, ?, ?, 'placed', ?, ?, ?, ?, ?, ?, ?)");
    insert_stock_event = prepare(
        "INSERT INTO stock_event (at, sku, tracked, on_hand, reserved) VALUES (1781861400000, ?, 1, ?, 0)");
    insert_order_event = prepare(
        "INSERT INTO order_event (at, type, order_row, status, payment) "
        "VALUES (1781861400000, 'order.placed', ?, 'placed', ?)");
    insert_key = prepare("INSERT INTO idempotency (short_key, key, body_hash, answer) VALUES (?, ?, ?, ?)");
}

int main(int argc, char **argv) {
    const char *path = text_option(argc, argv, "--database", NULL);
    int batch = (int)number_option(argc, argv, "--batch", "1");
    uint64_t duration = nanoseconds_of(number_option(argc, argv, "--duration", "3"));
    if (batch < 1) return 2;
    require(sqlite3_open(path, &database) == SQLITE_OK, path);
    memset(filler, 'x', sizeof filler);
    make_tables();
    prepare_statements();

    struct samples samples = samples_make(most_samples);
    uint64_t orders = 0, now = 0;
    uint64_t start = nanoseconds_now() + nanoseconds_of(number_option(argc, argv, "--warmup", "1"));
    while (now < start + duration) {
        uint64_t asked = nanoseconds_now();
        place_batch(batch);
        now = nanoseconds_now();
        if (now < start) continue;
        samples_add(&samples, now - asked);
        orders += (uint64_t)batch;
    }
    printf("{\"perSecond\":%.1f,\"batch\":%d,\"storedBytesPerOrder\":%d,\"sqlite\":\"%s\",",
           (double)orders * 1e9 / (double)(now - start), batch,
           sale_bytes + buyer_bytes + state_bytes + answer_bytes + hash_bytes + payment_bytes, sqlite3_libversion());
    samples_print(&samples);
    puts("}");
    return 0;
}
