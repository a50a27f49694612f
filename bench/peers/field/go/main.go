// Times one field multiplication and squaring of gnark-crypto, by the same rule as the Rust program beside it: arrays of
// 64 elements in L1, samples of 2048 products, CPU time of the thread where the wall clock confirms it, minimum over the
// rounds; `+Inf` if there was none.
//
// Usage: field-peers-go [rounds]. Prints one line per figure: field, words, operation, mode, implementation, ns.
package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sort"
	"strconv"
	"syscall"
	"unsafe"

	bls377 "github.com/consensys/gnark-crypto/ecc/bls12-377/fp"
	bls381 "github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	bn254 "github.com/consensys/gnark-crypto/ecc/bn254/fp"
)

const (
	count  = 64
	passes = 32

	clockMonotonic = 1
	clockThreadCPU = 3
)

func nowNs(clock uintptr) float64 {
	var t syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&t)), 0)
	return float64(t.Sec)*1e9 + float64(t.Nsec)
}

// elapsed holds both clocks over the same work.
type elapsed struct{ cpu, wall float64 }

func measure(work func()) elapsed {
	wall := nowNs(clockMonotonic)
	cpu := nowNs(clockThreadCPU)
	work()
	cpu = nowNs(clockThreadCPU) - cpu
	return elapsed{cpu, nowNs(clockMonotonic) - wall}
}

// empty is what the clocks themselves take: the median, as either clock may jump.
func empty() elapsed {
	var cpu, wall []float64
	for i := 0; i < 1001; i++ {
		e := measure(func() {})
		cpu, wall = append(cpu, e.cpu), append(wall, e.wall)
	}
	sort.Float64s(cpu)
	sort.Float64s(wall)
	return elapsed{cpu[500], wall[500]}
}

// net is the CPU time, or infinity where the clocks differ by more than 2 % (see the Rust program).
func (e elapsed) net(empty elapsed) float64 {
	cpu, wall := e.cpu-empty.cpu, e.wall-empty.wall
	if math.Abs(wall-cpu) > 0.02*wall {
		return math.Inf(1)
	}
	return cpu
}

// page holds an array so that the three of a field start at different offsets within 4096 bytes (see the Rust program).
func page(offset int) unsafe.Pointer {
	memory := make([]byte, 3*4096)
	base := uintptr(unsafe.Pointer(&memory[0]))
	return unsafe.Pointer(&memory[int(-base&4095)+offset])
}

type element[T any] interface {
	*T
	Mul(x, y *T) *T
	Square(x *T) *T
	SetRandom() (*T, error)
}

type figure struct {
	name   string
	sample func() elapsed
	best   float64
}

// The loops call the concrete methods through f, one indirect call per pass and not per product.
func add(figures []*figure, name string, pass func()) []*figure {
	return append(figures, &figure{name, func() elapsed {
		return measure(func() {
			for i := 0; i < passes; i++ {
				pass()
			}
		})
	}, math.Inf(1)})
}

func arrays[T any, E element[T]]() (a, b, out *[count]T) {
	a, b, out = (*[count]T)(page(0)), (*[count]T)(page(1344)), (*[count]T)(page(2688))
	for i := range a {
		E(&a[i]).SetRandom()
		E(&b[i]).SetRandom()
		E(&out[i]).SetRandom()
	}
	return
}

func main() {
	rounds := 200
	if len(os.Args) > 1 {
		rounds, _ = strconv.Atoi(os.Args[1])
	}
	runtime.LockOSThread()
	debug.SetGCPercent(-1)

	var figures []*figure
	{
		a, b, out := arrays[bls381.Element]()
		figures = add(figures, "bls12_381 6 mul throughput", func() {
			for i := range a {
				out[i].Mul(&a[i], &b[i])
			}
		})
		figures = add(figures, "bls12_381 6 mul latency", func() {
			for range a {
				out[0].Mul(&out[0], &b[0])
			}
		})
		figures = add(figures, "bls12_381 6 sqr throughput", func() {
			for i := range a {
				out[i].Square(&a[i])
			}
		})
		figures = add(figures, "bls12_381 6 sqr latency", func() {
			for range a {
				out[0].Square(&out[0])
			}
		})
	}
	{
		a, b, out := arrays[bls377.Element]()
		figures = add(figures, "bls12_377 6 mul throughput", func() {
			for i := range a {
				out[i].Mul(&a[i], &b[i])
			}
		})
		figures = add(figures, "bls12_377 6 mul latency", func() {
			for range a {
				out[0].Mul(&out[0], &b[0])
			}
		})
		figures = add(figures, "bls12_377 6 sqr throughput", func() {
			for i := range a {
				out[i].Square(&a[i])
			}
		})
		figures = add(figures, "bls12_377 6 sqr latency", func() {
			for range a {
				out[0].Square(&out[0])
			}
		})
	}
	{
		a, b, out := arrays[bn254.Element]()
		figures = add(figures, "bn254 4 mul throughput", func() {
			for i := range a {
				out[i].Mul(&a[i], &b[i])
			}
		})
		figures = add(figures, "bn254 4 mul latency", func() {
			for range a {
				out[0].Mul(&out[0], &b[0])
			}
		})
		figures = add(figures, "bn254 4 sqr throughput", func() {
			for i := range a {
				out[i].Square(&a[i])
			}
		})
		figures = add(figures, "bn254 4 sqr latency", func() {
			for range a {
				out[0].Square(&out[0])
			}
		})
	}

	clocks := empty()
	for r := 0; r < rounds; r++ {
		for _, f := range figures {
			f.best = min(f.best, f.sample().net(clocks))
		}
	}
	for _, f := range figures {
		fmt.Printf("%s gnark-crypto %.3f\n", f.name, f.best/(count*passes))
	}
}
