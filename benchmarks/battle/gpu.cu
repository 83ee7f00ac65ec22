// Solves Battle positions exactly on one GPU: a null-window search in which each warp is a worker and each lane a move.
//
//     nvcc -O3 -arch=sm_90 -o gpu gpu.cu
//     ./gpu QUESTIONS ANSWERS SECONDS GIGABYTES SERIES ACTIVE
//
// `python -m benchmarks.battle.gpu` writes QUESTIONS and reads ANSWERS. SERIES: 1 for a first search, 2 for a second one
// with other keys and another order. ACTIVE: how many questions are searched at a time.
//
// A line of QUESTIONS: NAME LOW HIGH GUESS, then the kinds of the twelve columns, from the top, with | between the columns.
// The value is known to lie between LOW and HIGH, or it is enough to know on which side of them it lies.
// A line of ANSWERS: NAME LOW HIGH NODES, then FIRST,SECOND,LOW,HIGH for every first move: the two ends that it takes
// (2 * column for a top, one more for a bottom) and the bounds of what it is worth.
//
// The search is the one of kernels/battle, and its names are those used there. What differs: a position is looked at as a
// whole, one move a lane, each time the search comes back to it, so that it meets what other warps have found meanwhile; and
// where all moves must be tried, warps prefer moves that no other warp is searching.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

typedef unsigned long long u64;
typedef uint32_t u32;

const int COLUMNS = 12, INTERVALS = 100, PLACES = COLUMNS * INTERVALS, KINDS = 27, PLIES = 56, MOVES = 40;
const int LOWEST = -128, HIGHEST = 127, OPEN = -1001, SPENT = -1000, SETTLED_PAIRS = 20;
const double SLICE = 10;  // seconds between two writings of the answers
const int WARPS = 16, POLL = 64, BUSY_PAIRS = 16;
const u32 BUSY = 1u << 22, FULL = 0xffffffffu;
const u64 CHECK = (1ull << 45) - 1;

struct Board {  // a position, and what every interval of every column holds
    u64 checks[PLACES];
    u32 places[PLACES];
    int8_t ends[2][PLACES], sizes[PLACES];
    uint8_t columns[COLUMNS], left[KINDS];
};

struct Job {  // a question about a board, and what is known of the answer
    int low, high, goal, version, workers, done;
    u64 nodes;
    int least[MOVES], most[MOVES], moves[MOVES], count;
};

struct Frame {  // one ply of a search
    u64 check, tried, since;
    u32 place;
    short goal, hope;
    unsigned short pair, index;
    uint8_t all, pairs;
};

struct Worker {  // what a warp keeps in shared memory
    Frame frames[PLIES];
    u32 free[32];
    unsigned short moves[MOVES];
};

struct Shared {  // what the warps of a block share: they work on one job
    Board board;
    Worker workers[WARPS];
    int job, stop;
};

struct World {  // what all blocks share
    const Board *boards;
    Job *jobs;
    int count, active, length;
    int *cursor, *base;
    u64 *table, buckets, deadline;
    u32 *busy;
};

__device__ __forceinline__ int value_of(int kind) { return kind / 3 + 1; }
__device__ __forceinline__ int weight(int kind) { return 40 + 8 * value_of(kind); }
__device__ __forceinline__ u64 now() { u64 t; asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t)); return t; }
__device__ __forceinline__ int lower_of(u64 entry) { return int((entry >> 11) & 255) - 128; }
__device__ __forceinline__ int upper_of(u64 entry) { return 127 - int((entry >> 3) & 255); }

// The table is that of kernels/battle/table.py with buckets of four entries; an entry is
// check (45 bits) | lower bound + 128 (8) | 127 - upper bound (8) | work (3)
__device__ u64 find(const World &world, u32 place, u64 check) {
    const ulonglong2 *bucket = (const ulonglong2 *)(world.table + (((u64)place * world.buckets) >> 32) * 4);
    ulonglong2 a = __ldcg(bucket), b = __ldcg(bucket + 1);
    u64 found = 0;
    if (a.x >> 19 == check) found = a.x;
    if (a.y >> 19 == check) found = a.y;
    if (b.x >> 19 == check) found = b.x;
    if (b.y >> 19 == check) found = b.y;
    return found;
}

__device__ void keep(const World &world, u32 place, u64 check, int low, int high, u64 nodes, int lane) {
    u64 *bucket = world.table + (((u64)place * world.buckets) >> 32) * 4;
    u64 entry = __ldcg(bucket + (lane & 3));
    u32 same = __ballot_sync(FULL, lane < 4 && entry >> 19 == check);
    u32 cheapest = __reduce_min_sync(FULL, (u32)((entry & 7) << 2) | (lane & 3));
    int chosen = same ? __ffs(same) - 1 : (int)(cheapest & 3);
    if (lane == chosen) {
        if (same) low = max(low, lower_of(entry)), high = min(high, upper_of(entry));
        low = max(low, LOWEST), high = min(high, HIGHEST);
        u64 work = min((63 - __clzll((long long)(nodes | 1))) / 3, 7);
        __stcg(bucket + lane, check << 19 | (u64)(low + 128) << 11 | (u64)(127 - high) << 3 | work);
    }
}

// The most that a player can win against one who always takes the most valuable open pair: see kernels/battle/bounds.py.
__device__ int upper_bound(u64 counts, int pairs, int points, u32 once, u32 twice, int second) {
    int wanted = (pairs + 1 - second) >> 1, turn = second, taken = 0, spare = 0;
    for (int value = 9; value > 0; value--) {
        int count = int(counts >> (4 * (value - 1))) & 15;
        if (!count) continue;
        int shift = 3 * (value - 1);
        int opened = __popc((once >> shift) & 7) + __popc((twice >> shift) & 7), hidden = count - opened;
        int offered = hidden + ((opened + 1 - turn) >> 1);
        turn = (turn + opened) & 1;
        if (offered > wanted) {
            if (hidden > 0 && !spare) spare = value;
            offered = wanted;
        }
        taken += offered * value;
        wanted -= offered;
        if (!wanted && spare) break;
    }
    if ((pairs + second) & 1) spare = 0;
    return 2 * taken - points + spare;
}

struct Position {  // what a warp knows of where it is; interval and left differ by lane, the rest is the same in all
    int interval, left, pairs, points;
    u64 counts;
};

__device__ __forceinline__ void cut(Position &p, int end, int sign, int lane) {
    if (lane < 24 && lane >> 1 == end >> 1) p.interval += sign * ((end & 1) ? -1 : 10);
}

__device__ __forceinline__ void take(Position &p, int pair, int sign, int lane) {
    int kind = pair >> 10, value = value_of(kind);
    cut(p, pair & 31, sign, lane);
    cut(p, (pair >> 5) & 31, sign, lane);
    if (lane == kind) p.left -= 2 * sign;
    p.pairs -= sign;
    p.points -= sign * value;
    p.counts -= (u64)(long long)sign << (4 * (value - 1));
}

struct Seen {  // a position as a whole; its moves are in the worker's list
    u32 once, twice;  // kinds with an open pair, and with two
    int choices, moves;
};

// List the moves of a position. A lane below 24 is an end of a column; lanes with the same kind make pairs.
__device__ Seen list_moves(const Board &board, Worker &me, const Position &p, int lane) {
    Seen seen;
    int at = INTERVALS * min(lane >> 1, 11) + p.interval;
    bool valid = lane < 24 && board.sizes[at] > (lane & 1);
    int kind = valid ? board.ends[lane & 1][at] : 32 + lane;
    u32 mask = __match_any_sync(FULL, kind), higher = valid ? mask & ~((2u << lane) - 1) : 0;
    int alike = __popc(mask), count = __popc(higher), through = count;
    me.free[lane] = 0;
    __syncwarp();
    if (valid) me.free[kind] = mask;
    seen.once = __reduce_or_sync(FULL, valid && alike >= 2 ? 1u << kind : 0u);
    seen.twice = __reduce_or_sync(FULL, valid && alike >= 4 ? 1u << kind : 0u);
    seen.choices = __reduce_add_sync(FULL, valid ? count * weight(kind) : 0);
    for (int step = 1; step < 32; step <<= 1) {
        int other = __shfl_up_sync(FULL, through, step);
        if (lane >= step) through += other;
    }
    seen.moves = __shfl_sync(FULL, through, 31);
    for (int place = through - count; higher; higher &= higher - 1)
        me.moves[place++] = (unsigned short)(lane | (__ffs(higher) - 1) << 5 | kind << 10);
    __syncwarp();
    return seen;
}

struct Child {  // the position after a move
    u64 check;
    u32 place, once, twice;
    int gain, low, high, score;
};

// What two tiles that become free add to the choices and to the open pairs.
__device__ __forceinline__ int show(Child &child, const Worker &me, int kind, int taken, int also) {
    if (kind < 0) return 0;
    int mates = __popc(me.free[kind]) - (kind == taken ? 2 : 0) + (kind == also);
    child.once |= u32(mates > 0) << kind, child.twice |= u32(mates > 2) << kind;
    return weight(kind) * mates;
}

// Where a move leads, what the table and the bounds without search say of it, and how early it is tried.
// here, there: the intervals of the two columns.
__device__ Child describe(const World &world, const Board &board, const Worker &me, const Position &p, const Frame &frame,
                          const Seen &seen, int pair, int here, int there, bool is_four) {
    Child child;
    int first = pair & 31, second = (pair >> 5) & 31, kind = pair >> 10;
    int column = first >> 1, other = second >> 1, before = INTERVALS * column + here, length = board.sizes[before];
    int shown = -1, again = -1;
    if (column == other) {
        int after = before + 9;
        if (length > 2) shown = board.ends[0][after];
        if (length > 3) again = board.ends[1][after];
        child.place = frame.place + board.places[after] - board.places[before];
        child.check = frame.check + board.checks[after] - board.checks[before];
        length += length;
    } else {
        int after = before + ((first & 1) ? -1 : 10), before2 = INTERVALS * other + there;
        int after2 = before2 + ((second & 1) ? -1 : 10), length2 = board.sizes[before2];
        if (length > 2) shown = board.ends[first & 1][after];
        if (length2 > 2) again = board.ends[second & 1][after2];
        child.place = frame.place + board.places[after] - board.places[before] + board.places[after2] - board.places[before2];
        child.check = frame.check + board.checks[after] - board.checks[before] + board.checks[after2] - board.checks[before2];
        length += length2;
    }
    u64 entry = find(world, child.place, child.check & CHECK);
    int free = __popc(me.free[kind]), goal = frame.goal;
    child.gain = value_of(kind);
    child.once = free < 4 ? seen.once & ~(1u << kind) : seen.once;
    child.twice = seen.twice & ~(1u << kind);
    int choices = seen.choices - weight(kind) * (2 * free - 3) + show(child, me, shown, kind, -1);
    choices += show(child, me, again, kind, shown);
    int reply = child.once ? (31 - __clz(child.once)) / 3 + 1 : 0, point = 64 - 4 * min(max(3 - goal, -12), 12);
    child.score = point * (child.gain - reply) - choices - world.length * length + (is_four ? 80 : 0);
    child.low = entry ? lower_of(entry) : LOWEST, child.high = entry ? upper_of(entry) : HIGHEST;
    int wanted = child.gain - goal + 1, pairs = p.pairs - 1;
    if (!child.once) child.low = child.high = 0;
    else if (child.low < wanted && child.high >= wanted && pairs <= SETTLED_PAIRS) {
        u64 counts = p.counts - (1ull << (4 * (child.gain - 1)));
        child.low = max(child.low, -upper_bound(counts, pairs, p.points - child.gain, child.once, child.twice, 1));
        child.high = min(child.high, upper_bound(counts, pairs, p.points - child.gain, child.once, child.twice, 0));
    }
    return child;
}

__device__ __forceinline__ u32 tag(u64 check) { return (u32)(check >> 9) | 1; }

// Is another warp searching a position?
__device__ __forceinline__ bool is_busy(const World &world, u32 place, u64 check) {
    return __ldcg(world.busy + (place & (BUSY - 1))) == tag(check);
}

struct Next {  // what a look at a position says: an answer, or the move to search
    int answer, hope, pair, index;
    u32 place;
    u64 check;
};

// Look at a position: the answer to its frame's question, where the moves' bounds give one, or the move to search next.
// root: where the bounds of first moves are written. luck: chooses among moves that are all being searched.
__device__ Next look(const World &world, const Board &board, Worker &me, const Position &p, const Frame &frame, Job *root,
                     u32 luck, int lane) {
    Next next;
    Seen seen = list_moves(board, me, p, lane);
    u32 best = 0;
    int goal = frame.goal, hope = frame.hope, reached = LOWEST;
    for (int base = 0; base < seen.moves; base += 32) {
        int index = base + lane, pair = index < seen.moves ? me.moves[index] : 0;
        int here = __shfl_sync(FULL, p.interval, pair & 31), there = __shfl_sync(FULL, p.interval, (pair >> 5) & 31);
        bool is_four = __shfl_sync(FULL, p.left, pair >> 10) == 4, has = index < seen.moves, open = false;
        int least = LOWEST, most = LOWEST;
        u32 rank = 0;
        Child child;
        if (has) {
            child = describe(world, board, me, p, frame, seen, pair, here, there, is_four);
            least = child.gain - child.high, most = child.gain - child.low;
            bool tried = (frame.tried >> index) & 1;
            open = !tried && most >= goal;
            if (root) {
                root->moves[index] = pair;
                atomicMax(&root->least[index], least), atomicMin(&root->most[index], most);
            }
            if (open) {
                bool busy = frame.all && p.pairs - 1 >= BUSY_PAIRS && is_busy(world, child.place, child.check);
                u32 order = busy ? ((luck ^ (index * 0x9e3779b9u)) * 0x85ebca6bu) >> 17 : (u32)(child.score + (1 << 22));
                rank = order << 6 | (63 - index);
            }
            if (open || tried) most = LOWEST;
        }
        reached = max(reached, __reduce_max_sync(FULL, least));
        hope = max(hope, __reduce_max_sync(FULL, most));
        u32 highest = __reduce_max_sync(FULL, rank);
        if (highest > best) {
            best = highest;
            next.index = 63 - (highest & 63);
            next.pair = __shfl_sync(FULL, pair, next.index - base);
            next.place = __shfl_sync(FULL, child.place, next.index - base);
            next.check = __shfl_sync(FULL, child.check, next.index - base);
        }
    }
    if (root && lane == 0) root->count = seen.moves;
    next.hope = hope;
    next.answer = reached >= goal ? reached : best ? OPEN : seen.moves ? hope : 0;
    return next;
}

// Tell the other warps that a position is being searched, or no longer.
__device__ __forceinline__ void mark(const World &world, const Frame &frame, bool on) {
    if (frame.pairs >= BUSY_PAIRS)
        __stcg(world.busy + (frame.place & (BUSY - 1)), on ? tag(frame.check) : 0u);
}

// Keep the answer to the frame of a ply and go up one: its move is tried, and may answer the frame above.
__device__ void go_up(const World &world, Worker &me, Position &p, Job &job, int ply, int answer, u64 nodes, int lane) {
    Frame frame = me.frames[ply];
    bool is_reached = answer >= frame.goal;
    int low = is_reached ? answer : LOWEST, high = is_reached ? HIGHEST : answer;
    keep(world, frame.place, frame.check & CHECK, low, high, nodes - frame.since, lane);
    if (ply == 0) return;
    take(p, frame.pair, -1, lane);
    if (lane == 0) {
        mark(world, frame, false);
        Frame &above = me.frames[ply - 1];
        above.tried |= 1ull << above.index;
        int worth = value_of(frame.pair >> 10) - answer;
        above.hope = (short)max((int)above.hope, worth);
        if (ply == 1 && is_reached) atomicMin(&job.most[above.index], worth);
        if (ply == 1 && !is_reached) atomicMax(&job.least[above.index], worth);
    }
    __syncwarp();
}

// A bound that decides whether a position is worth at least the goal; SPENT when stopped before.
__device__ int ask(const World &world, const Board &board, Worker &me, Position &p, Job &job, u32 place, u64 check, int goal,
                   int version, u32 luck, int lane, int &stop) {
    int ply = 0;
    u64 nodes = 1, counted = 0;
    u32 visits = 0;
    if (lane == 0) me.frames[0] = {check, 0, 0, place, (short)goal, (short)LOWEST, 0, 0, (uint8_t)(goal > 4), (uint8_t)p.pairs};
    __syncwarp();
    while (true) {
        Frame frame = me.frames[ply];
        int answer = OPEN;
        Next next;
        if ((++visits & (POLL - 1)) == 0) {
            int changed = 0;
            if (lane == 0) {
                changed = *(volatile int *)&job.version != version || *(volatile int *)&stop;
                if (now() > world.deadline) *(volatile int *)&stop = 1, changed = 1;
                atomicAdd(&job.nodes, nodes - counted);
            }
            counted = nodes;
            changed = __shfl_sync(FULL, changed, 0);
            int found = OPEN;
            if (!changed && lane <= ply) {
                Frame above = me.frames[lane];
                u64 entry = find(world, above.place, above.check & CHECK);
                if (entry && lower_of(entry) >= above.goal) found = lower_of(entry);
                if (entry && upper_of(entry) < above.goal) found = upper_of(entry);
            }
            u32 settled = __ballot_sync(FULL, found != OPEN);
            if (changed || settled) {
                int to = changed ? 0 : __ffs(settled) - 1;
                for (; ply > to; ply--) {
                    if (lane == 0) mark(world, me.frames[ply], false);
                    take(p, me.frames[ply].pair, -1, lane);
                }
                if (changed) return SPENT;
                answer = __shfl_sync(FULL, found, to);
                frame = me.frames[ply];
            }
        }
        if (answer == OPEN) {
            next = look(world, board, me, p, frame, ply ? nullptr : &job, luck + visits, lane);
            answer = next.answer;
        }
        __syncwarp();
        if (answer == OPEN) {
            if (frame.tried && !frame.all) frame.all = 1;
            if (lane == 0) {
                me.frames[ply].index = next.index;
                me.frames[ply].all = frame.all;
                me.frames[ply].hope = next.hope;
                Frame &below = me.frames[ply + 1];
                below = {next.check, 0, nodes, next.place, (short)(value_of(next.pair >> 10) - frame.goal + 1), (short)LOWEST,
                         (unsigned short)next.pair, 0, (uint8_t)!frame.all, (uint8_t)(p.pairs - 1)};
                mark(world, below, true);
            }
            take(p, next.pair, 1, lane);
            ply++, nodes++;
            __syncwarp();
            continue;
        }
        while (true) {
            go_up(world, me, p, job, ply, answer, nodes, lane);
            if (ply == 0) {
                if (lane == 0) atomicAdd(&job.nodes, nodes - counted);
                return answer;
            }
            ply--;
            if (me.frames[ply].hope < me.frames[ply].goal) break;
            answer = me.frames[ply].hope;
        }
    }
}

__device__ int pick(const World &world) {  // the unsolved job with the fewest workers among the active ones
    while (true) {
        if (now() > world.deadline) return -1;
        int base = *(volatile int *)world.base, cursor = min(*(volatile int *)world.cursor, world.count);
        while (base < cursor && *(volatile int *)&world.jobs[base].done) base++;
        atomicMax(world.base, base);
        int open = 0, chosen = -1, fewest = 1 << 30;
        for (int i = base; i < cursor; i++) {
            if (*(volatile int *)&world.jobs[i].done) continue;
            open++;
            int workers = *(volatile int *)&world.jobs[i].workers;
            if (workers < fewest) fewest = workers, chosen = i;
        }
        if (open < world.active && cursor < world.count) {
            int fresh = atomicAdd(world.cursor, 1);
            if (fresh < world.count) {
                atomicAdd(&world.jobs[fresh].workers, 1);
                return fresh;
            }
            continue;
        }
        if (chosen < 0) {
            if (cursor >= world.count) return -1;
            continue;
        }
        atomicAdd(&world.jobs[chosen].workers, 1);
        return chosen;
    }
}

__global__ void __launch_bounds__(WARPS * 32, 2) solve(World world) {
    extern __shared__ char memory[];
    Shared &shared = *(Shared *)memory;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    while (true) {
        __syncthreads();
        if (threadIdx.x == 0) {
            shared.job = pick(world);
            shared.stop = 0;
        }
        __syncthreads();
        if (shared.job < 0) return;
        Job &job = world.jobs[shared.job];
        const int *from = (const int *)&world.boards[shared.job];
        for (int i = threadIdx.x; i < (int)(sizeof(Board) / 4); i += blockDim.x) ((int *)&shared.board)[i] = from[i];
        __syncthreads();
        const Board &board = shared.board;
        Position p;
        p.interval = lane < 24 ? board.columns[lane >> 1] : 0;
        p.left = lane < KINDS ? board.left[lane] : 0;
        p.pairs = __reduce_add_sync(FULL, p.left) / 2;
        p.points = __reduce_add_sync(FULL, lane < KINDS ? p.left / 2 * value_of(lane) : 0);
        p.counts = 0;
        for (int kind = 0; kind < KINDS; kind++) p.counts += (u64)(board.left[kind] / 2) << (4 * (kind / 3));
        u32 place = 0;
        u64 check = 0;
        for (int column = 0; column < COLUMNS; column++) {
            place += board.places[INTERVALS * column + board.columns[column]];
            check += board.checks[INTERVALS * column + board.columns[column]];
        }
        u32 luck = (blockIdx.x * WARPS + warp) * 2654435761u;
        while (true) {
            int low, high, goal, version, quit;
            if (lane == 0) {
                version = *(volatile int *)&job.version;
                __threadfence();
                low = *(volatile int *)&job.low, high = *(volatile int *)&job.high, goal = *(volatile int *)&job.goal;
                quit = low >= high || *(volatile int *)&shared.stop;
                goal = min(max(goal, low + 1), high);
            }
            version = __shfl_sync(FULL, version, 0), goal = __shfl_sync(FULL, goal, 0), quit = __shfl_sync(FULL, quit, 0);
            if (quit) break;
            int answer = ask(world, board, shared.workers[warp], p, job, place, check, goal, version, luck, lane, shared.stop);
            if (answer != SPENT && lane == 0) {
                if (answer >= goal) {
                    atomicMax(&job.low, answer);
                    *(volatile int *)&job.goal = answer + 1;
                } else {
                    atomicMin(&job.high, answer);
                    *(volatile int *)&job.goal = answer;
                }
                __threadfence();
                if (*(volatile int *)&job.low >= *(volatile int *)&job.high) job.done = 1;
                __threadfence();
                atomicAdd(&job.version, 1);
            }
            __syncwarp();
        }
        __syncthreads();
        if (threadIdx.x == 0) atomicSub(&job.workers, 1);
    }
}

__global__ void read_clock(u64 *time) { *time = now(); }

static u64 mix(u64 x) {
    x ^= x >> 30, x *= 0xbf58476d1ce4e5b9ull, x ^= x >> 27, x *= 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

static u64 key(const int *column, int size, u64 seed) {  // read from the end that gives the smaller text; two are two of one
    if (size == 0) return 0;
    if (size == 2) return key(column, 1, seed) + key(column + 1, 1, seed);
    bool turned = false;
    for (int i = 0; i < size; i++)
        if (column[i] != column[size - 1 - i]) {
            turned = column[i] > column[size - 1 - i];
            break;
        }
    u64 hash = mix(seed + size);
    for (int i = 0; i < size; i++) hash = mix(hash * 31 + (turned ? column[size - 1 - i] : column[i]) + 7);
    return hash;
}

static void must(cudaError_t code, const char *what) {
    if (code != cudaSuccess) fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code)), exit(1);
}

struct Question {
    std::string name;
    Board board;
    Job job;
};

static Question read_question(char *line, u64 seed) {
    Question q;
    memset(&q.board, 0, sizeof q.board), memset(&q.job, 0, sizeof q.job);
    int columns[COLUMNS][9], sizes[COLUMNS] = {0}, column = 0;
    q.name = strtok(line, " \n");
    q.job.low = atoi(strtok(nullptr, " \n")), q.job.high = atoi(strtok(nullptr, " \n"));
    q.job.goal = atoi(strtok(nullptr, " \n"));
    for (char *word = strtok(nullptr, " \n"); word; word = strtok(nullptr, " \n"))
        if (*word == '|') column++;
        else columns[column][sizes[column]++] = atoi(word);
    for (int c = 0; c < COLUMNS; c++) {
        q.board.columns[c] = sizes[c];
        for (int i = 0; i < sizes[c]; i++) {
            q.board.left[columns[c][i]]++;
            for (int j = i + 1; j <= sizes[c]; j++) {
                int at = INTERVALS * c + 10 * i + j;
                q.board.ends[0][at] = columns[c][i], q.board.ends[1][at] = columns[c][j - 1], q.board.sizes[at] = j - i;
                q.board.places[at] = (u32)key(columns[c] + i, j - i, seed);
                q.board.checks[at] = key(columns[c] + i, j - i, mix(seed + 1));
            }
        }
    }
    for (int i = 0; i < MOVES; i++) q.job.least[i] = LOWEST, q.job.most[i] = HIGHEST;
    return q;
}

static void write_answers(const char *path, const std::vector<std::string> &names, const std::vector<Job> &jobs) {
    FILE *file = fopen(path, "w");
    for (size_t i = 0; i < jobs.size(); i++) {
        const Job &job = jobs[i];
        fprintf(file, "%s %d %d %llu", names[i].c_str(), job.low, job.high, job.nodes);
        for (int m = 0; m < job.count; m++)
            fprintf(file, " %d,%d,%d,%d", job.moves[m] & 31, (job.moves[m] >> 5) & 31, job.least[m], job.most[m]);
        fprintf(file, "\n");
    }
    fclose(file);
}

template <class T> static T *on_device(size_t count, const T *from = nullptr) {  // filled with zeros, unless copied
    T *to;
    must(cudaMalloc(&to, count * sizeof(T)), "memory");
    if (from) must(cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyHostToDevice), "copy");
    else must(cudaMemset(to, 0, count * sizeof(T)), "memory");
    return to;
}

int main(int argc, char **argv) {
    if (argc != 7) return fprintf(stderr, "expected QUESTIONS ANSWERS SECONDS GIGABYTES SERIES ACTIVE\n"), 2;
    FILE *file = fopen(argv[1], "r");
    if (!file) return fprintf(stderr, "expected a file of questions, got %s\n", argv[1]), 2;
    double seconds = atof(argv[3]), spent = 0;
    int series = atoi(argv[5]);
    std::vector<std::string> names;
    std::vector<Board> boards;
    std::vector<Job> jobs;
    char line[4096];
    while (fgets(line, sizeof line, file)) {
        Question question = read_question(line, mix(series + 12345));
        names.push_back(question.name), boards.push_back(question.board), jobs.push_back(question.job);
    }
    fclose(file);
    World world;
    world.count = (int)jobs.size(), world.active = atoi(argv[6]), world.length = series == 1 ? 20 : 12;
    world.buckets = (u64)(atof(argv[4]) * (1ull << 30) / 32);
    world.table = on_device<u64>(world.buckets * 4), world.busy = on_device<u32>(BUSY);
    world.cursor = on_device<int>(1), world.base = on_device<int>(1);
    world.boards = on_device(boards.size(), boards.data()), world.jobs = on_device(jobs.size(), jobs.data());
    must(cudaFuncSetAttribute(solve, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared)), "shared memory");
    int blocks, processors, done = 0;
    must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, solve, WARPS * 32, sizeof(Shared)), "occupancy");
    must(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), "processors");
    u64 *clock;
    must(cudaMallocHost(&clock, 2 * sizeof(u64)), "clock");
    while (done < world.count && spent < seconds) {
        read_clock<<<1, 1>>>(clock);
        must(cudaDeviceSynchronize(), "clock");
        world.deadline = clock[0] + (u64)(std::min(seconds - spent, SLICE) * 1e9);
        solve<<<blocks * processors, WARPS * 32, sizeof(Shared)>>>(world);
        read_clock<<<1, 1>>>(clock + 1);
        must(cudaDeviceSynchronize(), "search");
        spent += (clock[1] - clock[0]) * 1e-9;
        must(cudaMemcpy(jobs.data(), world.jobs, jobs.size() * sizeof(Job), cudaMemcpyDeviceToHost), "answers");
        u64 nodes = 0;
        done = 0;
        for (const Job &job : jobs) nodes += job.nodes, done += job.done;
        fprintf(stderr, "%6.1f s: %d of %d answered, %.2f thousand million nodes\n", spent, done, world.count, nodes * 1e-9);
        write_answers(argv[2], names, jobs);
    }
    return done < world.count;
}
