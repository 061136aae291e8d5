#include "kernels/matrices/byte_matrix.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace lightsweep::kernels {

std::int64_t ByteMatrix::largest() const {
    return bytes.empty() ? 0 : *std::ranges::max_element(bytes);
}

std::int64_t ByteMatrix::total() const {
    return std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
}

std::vector<MatrixLine> lines_of(const ByteMatrix& matrix) {
    std::vector<MatrixLine> lines(2 * static_cast<std::size_t>(matrix.n));
    for (Node i = 0; i < matrix.n; ++i)
        for (Node j = 0; j < matrix.n; ++j)
            for (auto* line : {&lines[i], &lines[matrix.n + j]}) {
                line->sum += matrix.at(i, j);
                line->entries += matrix.at(i, j) > 0;
            }
    return lines;
}

std::int64_t busiest_line(const ByteMatrix& matrix) {
    std::int64_t most = 0;
    for (const auto& line : lines_of(matrix)) most = std::max(most, line.sum);
    return most;
}

int fullest_line(const ByteMatrix& matrix) {
    int most = 0;
    for (const auto& line : lines_of(matrix)) most = std::max(most, line.entries);
    return most;
}

namespace {

constexpr double most_bytes = 9007199254740992.0;  // 2^53: sums stay exact in doubles

[[noreturn]] void refuse(int line, const std::string& problem) {
    throw std::invalid_argument("line " + std::to_string(line) + ": " + problem);
}

std::int64_t entry_of(std::string_view text, int line) {
    const auto begin = text.find_first_not_of(" \t\r");
    const auto end = text.find_last_not_of(" \t\r");
    const auto word = begin == text.npos ? std::string_view() : text.substr(begin, end - begin + 1);
    double value = 0;
    const auto [next, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const auto refuse_word = [&](const char* problem) {
        refuse(line, std::string(word) + problem);
    };
    if (word.empty()) refuse(line, "a number is missing; give bytes, for example 65536");
    if (error != std::errc() || next != word.data() + word.size())
        refuse_word(" is no number of bytes; give for example 65536");
    if (value < 0) refuse_word(" is negative; give bytes, 0 or more");
    if (!(value <= most_bytes)) refuse_word(" is more than 2^53 bytes");
    return static_cast<std::int64_t>(std::ceil(value));
}

std::vector<std::int64_t> entries_of(std::string_view text, int line) {
    std::vector<std::int64_t> entries;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        entries.push_back(entry_of(text.substr(begin, end - begin), line));
        begin = end + 1;
    }
    return entries;
}

}  // namespace

ReadMatrix read_matrix(std::string_view text, Node n) {
    ReadMatrix read{ByteMatrix(n)};
    Node row = 0;
    int number = 0;
    const auto square = "; give " + std::to_string(n) + " lines of " + std::to_string(n) +
                        " numbers, one for every node";
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        auto line = text.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        line = line.substr(0, line.find('#'));
        if (line.find_first_not_of(" \t\r") == line.npos) continue;
        const auto entries = entries_of(line, number);
        if (row == n) refuse(number, "there are more rows than nodes" + square);
        if (entries.size() != static_cast<std::size_t>(n))
            refuse(number, "has " + std::to_string(entries.size()) + " numbers" + square);
        std::ranges::copy(entries, read.matrix.bytes.begin() + read.matrix.place(row, 0));
        read.had_diagonal = read.had_diagonal || read.matrix.at(row, row) > 0;
        read.matrix.at(row, row) = 0;
        ++row;
    }
    if (row != n) refuse(number, "there are " + std::to_string(row) + " rows" + square);
    double total = 0;
    for (const auto bytes : read.matrix.bytes) total += static_cast<double>(bytes);
    if (total > most_bytes) refuse(number, "all entries together are more than 2^53 bytes");
    return read;
}

namespace {

/// A linear congruential generator modulo 2^64 (Knuth's constants), its upper 31 bits.
class Draws {
  public:
    explicit Draws(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
        return state_ >> 33;
    }
    std::int64_t below(std::int64_t end) {
        return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(end));
    }
    std::vector<std::int64_t> shuffled(std::int64_t length) {
        std::vector<std::int64_t> list(static_cast<std::size_t>(length));
        std::iota(list.begin(), list.end(), 0);
        for (std::size_t i = list.size(); i-- > 1;)
            std::swap(list[i],
                      list[static_cast<std::size_t>(below(static_cast<std::int64_t>(i + 1)))]);
        return list;
    }

  private:
    std::uint64_t state_;
};

/// Places of the pairs of two nodes, row by row.
std::vector<std::size_t> pairs_of(const ByteMatrix& matrix) {
    std::vector<std::size_t> pairs;
    for (Node i = 0; i < matrix.n; ++i)
        for (Node j = 0; j < matrix.n; ++j)
            if (i != j) pairs.push_back(matrix.place(i, j));
    return pairs;
}

/// The busiest receiver gets 65,536 units, the next one half as many, and so on.
std::vector<std::int64_t> popularity(Draws& draws, Node n) {
    std::vector<std::int64_t> weight(static_cast<std::size_t>(n));
    std::int64_t rank = 0;
    for (const auto node : draws.shuffled(n)) weight[node] = 65536 / ++rank;
    return weight;
}

}  // namespace

ByteMatrix generate(const MatrixGenerator& generator, Node n) {
    ByteMatrix matrix(n);
    const auto pairs = pairs_of(matrix);
    if (pairs.empty()) return matrix;
    Draws draws(generator.seed);
    const auto scale = generator.scale;
    const auto count = static_cast<std::int64_t>(pairs.size());
    if (generator.kind == MatrixGenerator::Kind::uniform) {
        for (const auto pair : pairs) matrix.bytes[pair] = 1 + draws.below(scale);
    } else if (generator.kind == MatrixGenerator::Kind::zipf) {
        std::int64_t rank = 0;
        for (const auto cell : draws.shuffled(count)) matrix.bytes[pairs[cell]] = scale / ++rank;
    } else {
        const auto weight = popularity(draws, n);
        const auto sum = std::accumulate(weight.begin(), weight.end(), std::int64_t{0});
        for (const auto pair : pairs)
            matrix.bytes[pair] = scale * weight[pair % n] * (3 + draws.below(3)) / (4 * sum);
    }
    const std::int64_t even = matrix.total() / count, skew = generator.skew;
    for (const auto pair : pairs)
        matrix.bytes[pair] = (skew * matrix.bytes[pair] + (100 - skew) * even) / 100;
    return matrix;
}

}  // namespace lightsweep::kernels
