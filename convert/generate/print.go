package generate

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"

	"github.com/hcljson/hcljson/convert"
	"github.com/hcljson/hcljson/hclwrite"
)

// text is a part of a file: native syntax, or members of the root object of
// HCL-JSON, as they are printed.
type text struct{ native, members []byte }

// printed are items in native syntax.
func printed(items ...hclwrite.Item) text { return printedBody(hclwrite.Body{Items: items}) }

func printedBody(body hclwrite.Body) text {
	file := hclwrite.File{Body: body}
	return text{native: file.Bytes()}
}

// file puts a file together, in the syntax that is asked for. name is that of a
// native file.
func (g *generator) file(name string, parts []text) (string, []byte) {
	separator, size := "\n", 0
	if g.piecewise() {
		separator = ",\n"
		for i, part := range parts {
			if part.members == nil {
				parts[i].members = inner(g.json(part.native), "{\n", "\n}\n")
			}
		}
	}
	for _, part := range parts {
		size += len(part.native) + len(part.members) + len(separator)
	}
	var all bytes.Buffer
	all.Grow(size + len("{\n\n}\n"))
	for i, part := range parts {
		if i > 0 {
			all.WriteString(separator)
		} else if g.piecewise() {
			all.WriteString("{\n")
		}
		if g.piecewise() {
			all.Write(part.members)
		} else {
			all.Write(part.native)
		}
	}
	switch {
	case !g.opts.JSON:
		return name, all.Bytes()
	case !g.piecewise() || len(parts) == 0:
		return name + ".json", g.json(all.Bytes())
	}
	all.WriteString("\n}\n")
	return name + ".json", all.Bytes()
}

// json converts native syntax.
func (g *generator) json(native []byte) []byte {
	src, diags := g.convert(native)
	g.diags = append(g.diags, diags...)
	return src
}

func (g *generator) convert(native []byte) ([]byte, hcl.Diagnostics) {
	return convert.ToJSON(native, mainFile, g.opts.Dialect, convert.Options{Form: g.opts.Form})
}

// piecewise reports whether HCL-JSON is made of pieces. A conversion takes a large
// multiple of its input in memory, and in the general form the blocks of a type
// are an array.
func (g *generator) piecewise() bool { return g.opts.JSON && g.opts.Form == convert.General }

// inner is what stands between two texts.
func inner(src []byte, before, after string) []byte {
	rest, _ := bytes.CutPrefix(src, []byte(before))
	rest, _ = bytes.CutSuffix(rest, []byte(after))
	return rest
}

// pieceSize is how much native syntax is printed, and converted, at a time.
const pieceSize = 1 << 18

// printedBlocks are blocks of one type.
type printedBlocks struct {
	typ    string
	pieces []*piece
	// native is what is not among the pieces yet.
	native bytes.Buffer
}

func (p *printedBlocks) empty() bool { return p.native.Len()+len(p.pieces) == 0 }

func (p *printedBlocks) add(g *generator, block *hclwrite.Block) {
	if p.native.Len() > 0 {
		p.native.WriteByte('\n')
	}
	p.native.Write(printed(block).native)
	if p.native.Len() > pieceSize {
		p.flush(g)
	}
}

func (p *printedBlocks) flush(g *generator) {
	if p.native.Len() == 0 {
		return
	}
	made := &piece{text: bytes.Clone(p.native.Bytes())}
	p.native.Reset()
	p.pieces = append(p.pieces, made)
	if g.piecewise() {
		made.convert(g, p.open(), p.close())
	}
}

// piece is a part of the blocks.
type piece struct {
	text  []byte
	diags hcl.Diagnostics
	// done is closed when text is in HCL-JSON; failed is then what went wrong.
	done   chan struct{}
	failed any
}

// convert begins to convert the piece, and lets no more than one for each processor
// be converted at a time.
func (p *piece) convert(g *generator, open, closing string) {
	p.done = make(chan struct{})
	g.converting <- struct{}{}
	go func() {
		defer func() {
			p.failed = recover()
			<-g.converting
			close(p.done)
		}()
		var src []byte
		src, p.diags = g.convert(p.text)
		p.text = bytes.Clone(inner(src, open, closing))
	}()
}

// wait returns the piece when it has been converted.
func (p *piece) wait(g *generator) []byte {
	if p.done != nil {
		<-p.done
		if p.failed != nil {
			panic(p.failed)
		}
		g.diags = append(g.diags, p.diags...)
		p.diags = nil
	}
	return p.text
}

// open and close are what stands around the blocks in HCL-JSON.
func (p *printedBlocks) open() string  { return "{\n  \"" + p.typ + "\": [\n" }
func (p *printedBlocks) close() string { return "\n  ]\n}\n" }

// printedBlocks prints blocks of one type.
func (g *generator) printedBlocks(typ string, blocks []*hclwrite.Block) []text {
	p := printedBlocks{typ: typ}
	for _, block := range blocks {
		p.add(g, block)
	}
	return p.text(g)
}

// text is what has been added.
func (p *printedBlocks) text(g *generator) []text {
	p.flush(g)
	parts := make([]text, len(p.pieces))
	for i, made := range p.pieces {
		piece := made.wait(g)
		if !g.piecewise() {
			parts[i].native = piece
			continue
		}
		if i == 0 {
			piece = append([]byte(p.open()[len("{\n"):]), piece...)
		}
		if i == len(parts)-1 {
			piece = append(piece[:len(piece):len(piece)], p.close()[:len("\n  ]")]...)
		}
		parts[i].members = piece
	}
	return parts
}
