// Program beam converts configuration to rows: the file, the address of a block in it, and its body
// as JSON.
//
//	find repositories -name '*.tf' > files.txt
//	go run . -hcljson PATH -files files.txt -rows rows.jsonl -problems problems.jsonl
//
// Prism runs it in this process. With -runner universal, and Beam's option -endpoint, any other
// runner of Beam runs it.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"log"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // next to it are gcs and s3
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
)

func init() {
	register.Function3x1(readLines)
	register.Function3x1(writeLines)
	register.Iter1[string]()
	register.Emitter1[string]()
}

func main() {
	runner := flag.String("runner", "prism", "who runs it: prism or universal")
	program := flag.String("hcljson", "hcljson", "the program, which each worker has")
	files := flag.String("files", "files.txt", "a file with the names of the others, each on its line")
	rows := flag.String("rows", "rows.jsonl", "the file for the rows, as lines of JSON")
	problems := flag.String("problems", "problems.jsonl", "the file for what is wrong with those that have no rows")
	flag.Parse()
	beam.Init()
	if err := run(*runner, *program, *files, *rows, *problems); err != nil {
		log.Fatal(err)
	}
}

func run(runner, program, files, rows, problems string) error {
	pipeline, scope := beam.NewPipelineWithRoot()
	names := beam.ParDo(scope, readLines, beam.Create(scope, files))
	// Reshuffle distributes the names to all workers in bundles.
	names = beam.Reshuffle(scope, names)
	found, failed := beam.ParDo2(scope, &converter{Program: program}, names)
	beam.ParDo0(scope, writeLines, beam.Create(scope, rows), beam.SideInput{Input: found})
	beam.ParDo0(scope, writeLines, beam.Create(scope, problems), beam.SideInput{Input: failed})
	_, err := beam.Run(context.Background(), runner, pipeline)
	return err
}

// readLines reads a file and returns an error if it does not exist, unlike textio.
func readLines(ctx context.Context, file string, emit func(string)) error {
	fs, err := filesystem.New(ctx, file)
	if err != nil {
		return err
	}
	defer fs.Close()
	in, err := fs.OpenRead(ctx, file)
	if err != nil {
		return err
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if line := lines.Text(); line != "" {
			emit(line)
		}
	}
	return lines.Err()
}

// writeLines writes a file even without lines; textio would keep the file of an earlier run.
func writeLines(ctx context.Context, file string, lines func(*string) bool) error {
	fs, err := filesystem.New(ctx, file)
	if err != nil {
		return err
	}
	defer fs.Close()
	out, err := fs.OpenWrite(ctx, file)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(out)
	for line := ""; lines(&line); {
		buffer.WriteString(line + "\n") // Flush returns the error of a failed write
	}
	return errors.Join(buffer.Flush(), out.Close())
}
