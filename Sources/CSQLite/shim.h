#pragma once

#include <sqlite3.h>

// sqlite3_config takes variable arguments, which Swift cannot pass. It answers SQLITE_MISUSE once SQLite is in use.

static inline int cornershop_sqlite_count_memory(int is_counted) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, is_counted);
}

static inline int cornershop_sqlite_savepoint_memory(int bytes) {
    return sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, bytes);
}
