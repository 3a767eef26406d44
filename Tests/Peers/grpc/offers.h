#ifndef GRPC_OFFERS_H
#define GRPC_OFFERS_H

#include <cstdint>
#include <string>

// The offers that server and client both know, so that the client can check each total.
namespace offers {

constexpr int count = 1000;
constexpr std::int64_t tax_rate_ppm = 200000;

inline std::string sku(int index) { return "product-" + std::to_string(10000 + index); }
inline std::int64_t unit_price(int index) { return 25 + index * 7 % 975; }

// Half up, in whole minor units.
inline std::int64_t tax(std::int64_t net) { return (net * tax_rate_ppm + 500000) / 1000000; }

}  // namespace offers

#endif
