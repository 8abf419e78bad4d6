package providertable

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// An interpreter interprets the code that makes the schema of a provider, with the
// operations that schemas need: literals, and functions that combine them. A value is
//
//	string, int, bool   a constant
//	symbol              a name of another module: tables.TypeList
//	*object             a struct, or a pointer to one
//	*mapping, *list     a map, a slice
//	*closure            a function
//	nil                 unknown
//
// For an unknown condition, both branches are interpreted. The body of a loop over an
// unknown value is interpreted once.
type interpreter struct {
	*program
	// open counts the active calls of each function, and steps the statements since the start of
	// the outermost call.
	open  map[*ast.BlockStmt]int
	steps int
	// registered are the types that calls have put into a map of all of them.
	providers []*object
	types     map[string]map[string]value
}

type value any

type symbol string

type object struct {
	// typ is the import path and the name of the type.
	typ     string
	fields  map[string]value
	pointer bool
}

type mapping struct {
	keys    []string
	entries map[string]value
}

type list struct{ items []value }

type closure struct {
	typ      *ast.FuncType
	body     *ast.BlockStmt
	scope    *scope
	in       *file
	receiver string
	self     value
	name     string
}

// scope has the variables of a block.
type scope struct {
	outer     *scope
	variables map[string]value
}

func (s *scope) inner() *scope { return &scope{s, map[string]value{}} }

func (s *scope) find(name string) *scope {
	for ; s != nil; s = s.outer {
		if _, ok := s.variables[name]; ok {
			return s
		}
	}
	return nil
}

func (m *mapping) set(key string, v value) {
	if _, ok := m.entries[key]; !ok {
		m.keys = append(m.keys, key)
	}
	m.entries[key] = v
}

// add sets what another mapping has.
func (m *mapping) add(v value) {
	from, ok := v.(*mapping)
	if !ok {
		return
	}
	for _, key := range from.keys {
		m.set(key, from.entries[key])
	}
}

func newMapping() *mapping { return &mapping{entries: map[string]value{}} }

// copied is a value as an assignment copies it.
func copied(v value) value {
	o, ok := v.(*object)
	if !ok || o.pointer {
		return v
	}
	c := &object{typ: o.typ, fields: map[string]value{}}
	for name, field := range o.fields {
		c.fields[name] = field
	}
	return c
}

const (
	maxOpen     = 4
	maxEmbedded = 5
	maxSteps    = 300_000
)

// call calls a function, and returns its first result and others.
func (i *interpreter) call(f *closure, args []value) []value {
	if f == nil || f.body == nil || i.open[f.body] >= maxOpen || i.steps > maxSteps {
		return nil
	}
	i.open[f.body]++
	defer func() { i.open[f.body]-- }()
	s := f.scope.inner()
	if f.receiver != "" {
		s.variables[f.receiver] = f.self
	}
	n := 0
	for _, field := range f.typ.Params.List {
		_, variadic := field.Type.(*ast.Ellipsis)
		for _, name := range field.Names {
			switch {
			case variadic && n < len(args) && len(args) == n+1:
				if given, isList := args[n].(*list); isList {
					s.variables[name.Name] = given
					break
				}
				s.variables[name.Name] = &list{args[n:]}
			case variadic:
				s.variables[name.Name] = &list{args[min(n, len(args)):]}
			case n < len(args):
				s.variables[name.Name] = copied(args[n])
			default:
				s.variables[name.Name] = nil
			}
			n++
		}
	}
	run := &run{interpreter: i, in: f.in}
	if f.typ.Results != nil {
		for _, field := range f.typ.Results.List {
			for _, name := range field.Names {
				s.variables[name.Name] = i.zero(field.Type, f.in)
				run.named = append(run.named, name.Name)
			}
		}
	}
	run.top = s
	run.block(f.body.List, s)
	return run.result
}

// run is the call of a function.
type run struct {
	*interpreter
	in     *file
	top    *scope
	named  []string
	result []value
	// unsure counts the branches around that may not be taken.
	unsure int
	done   bool
	// leaving: a loop or switch is left.
	leaving bool
}

func (r *run) block(list []ast.Stmt, s *scope) {
	for _, stmt := range list {
		if r.steps++; r.done || r.leaving || r.steps > maxSteps {
			return
		}
		r.stmt(stmt, s)
	}
}

func (r *run) stmt(stmt ast.Stmt, s *scope) {
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		r.leave(stmt, s)
	case *ast.ExprStmt:
		r.eval(stmt.X, s)
	case *ast.AssignStmt:
		r.assign(stmt, s)
	case *ast.DeclStmt:
		r.declare(stmt.Decl, s)
	case *ast.BlockStmt:
		r.block(stmt.List, s.inner())
	case *ast.IfStmt:
		r.branch(stmt, s)
	case *ast.SwitchStmt:
		r.choose(stmt, s)
	case *ast.TypeSwitchStmt:
		r.chooseType(stmt, s)
	case *ast.RangeStmt:
		r.each(stmt, s)
	case *ast.ForStmt:
		inner := s.inner()
		if stmt.Init != nil {
			r.stmt(stmt.Init, inner)
		}
		r.unsure++
		r.block(stmt.Body.List, inner.inner())
		r.unsure--
		r.leaving = false
	case *ast.LabeledStmt:
		r.stmt(stmt.Stmt, s)
	case *ast.BranchStmt:
		r.leaving = r.unsure == 0 || stmt.Tok == token.CONTINUE
	}
}

// leave records a result. The result of a return in an uncertain branch applies if no better result
// exists.
func (r *run) leave(stmt *ast.ReturnStmt, s *scope) {
	var result []value
	for _, e := range stmt.Results {
		if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(stmt.Results) == 1 {
			result = r.callExpr(call, s)
			break
		}
		result = append(result, copied(r.eval(e, s)))
	}
	if len(stmt.Results) == 0 {
		for _, name := range r.named {
			result = append(result, r.top.variables[name])
		}
	}
	if len(r.result) == 0 || r.result[0] == nil || len(result) > 0 && result[0] != nil && r.unsure == 0 {
		r.result = result
	}
	if r.unsure == 0 {
		r.done = true
	}
}

func (r *run) branch(stmt *ast.IfStmt, s *scope) {
	s = s.inner()
	if stmt.Init != nil {
		r.stmt(stmt.Init, s)
	}
	condition, known := r.eval(stmt.Cond, s).(bool)
	if !known {
		r.unsure++
		defer func() { r.unsure-- }()
	}
	if !known || condition {
		r.block(stmt.Body.List, s.inner())
	}
	if !known && r.leaving {
		r.leaving = false
	}
	if stmt.Else != nil && (!known || !condition) {
		r.stmt(stmt.Else, s)
	}
}

func (r *run) choose(stmt *ast.SwitchStmt, s *scope) {
	s = s.inner()
	if stmt.Init != nil {
		r.stmt(stmt.Init, s)
	}
	var tag value = true
	if stmt.Tag != nil {
		tag = r.eval(stmt.Tag, s)
	}
	r.cases(stmt.Body, s, func(e ast.Expr) value { return equal(tag, r.eval(e, s)) }, nil)
}

func (r *run) chooseType(stmt *ast.TypeSwitchStmt, s *scope) {
	s = s.inner()
	if stmt.Init != nil {
		r.stmt(stmt.Init, s)
	}
	name, e := "", ast.Expr(nil)
	switch assign := stmt.Assign.(type) {
	case *ast.AssignStmt:
		name, e = assign.Lhs[0].(*ast.Ident).Name, assign.Rhs[0]
	case *ast.ExprStmt:
		e = assign.X
	}
	tested := r.eval(e.(*ast.TypeAssertExpr).X, s)
	o, known := tested.(*object)
	r.cases(stmt.Body, s, func(e ast.Expr) value {
		if !known {
			return nil
		}
		return o.typ == r.typeName(e, r.in)
	}, func(s *scope) {
		if name != "" {
			s.variables[name] = tested
		}
	})
}

// cases follows the cases of a switch that hold, or may.
func (r *run) cases(body *ast.BlockStmt, s *scope, holds func(ast.Expr) value, enter func(*scope)) {
	follow := func(c *ast.CaseClause, unsure int) {
		inner := s.inner()
		if enter != nil {
			enter(inner)
		}
		r.unsure += unsure
		r.block(c.Body, inner)
		r.unsure -= unsure
		r.leaving = false
	}
	unsure := 0
	var otherwise *ast.CaseClause
	for _, stmt := range body.List {
		c := stmt.(*ast.CaseClause)
		if c.List == nil {
			otherwise = c
		}
		for _, e := range c.List {
			switch v, known := holds(e).(bool); {
			case known && v:
				follow(c, unsure)
				return
			case !known:
				unsure = 1
				follow(c, 1)
			}
		}
	}
	if otherwise != nil {
		follow(otherwise, unsure)
	}
}

func (r *run) each(stmt *ast.RangeStmt, s *scope) {
	over := r.eval(stmt.X, s)
	round := func(key, item value) {
		inner := s.inner()
		for i, e := range []ast.Expr{stmt.Key, stmt.Value} {
			if e == nil {
				continue
			}
			v := []value{key, copied(item)}[i]
			if stmt.Tok == token.DEFINE {
				if name, ok := e.(*ast.Ident); ok {
					inner.variables[name.Name] = v
				}
			} else {
				r.store(e, v, s)
			}
		}
		r.block(stmt.Body.List, inner)
		r.leaving = false
	}
	switch over := over.(type) {
	case *mapping:
		for _, key := range append([]string(nil), over.keys...) {
			round(key, over.entries[key])
		}
	case *list:
		for i, item := range over.items {
			round(i, item)
		}
	default:
		r.unsure++
		round(nil, nil)
		r.unsure--
	}
}

func (r *run) declare(d ast.Decl, s *scope) {
	decl, ok := d.(*ast.GenDecl)
	if !ok {
		return
	}
	for _, spec := range decl.Specs {
		values, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for i, name := range values.Names {
			switch {
			case i < len(values.Values):
				s.variables[name.Name] = copied(r.eval(values.Values[i], s))
			case values.Type != nil:
				s.variables[name.Name] = r.zero(values.Type, r.in)
			default:
				s.variables[name.Name] = nil
			}
		}
	}
}

func (r *run) assign(stmt *ast.AssignStmt, s *scope) {
	var values []value
	if len(stmt.Rhs) == 1 && len(stmt.Lhs) > 1 {
		switch e := ast.Unparen(stmt.Rhs[0]).(type) {
		case *ast.CallExpr:
			values = r.callExpr(e, s)
		case *ast.IndexExpr:
			m, _ := r.eval(e.X, s).(*mapping)
			key, known := r.eval(e.Index, s).(string)
			if m != nil && known {
				v, ok := m.entries[key]
				values = []value{v, ok}
			}
		default:
			values = []value{r.eval(e, s)}
		}
	} else {
		for _, e := range stmt.Rhs {
			values = append(values, copied(r.eval(e, s)))
		}
	}
	for i, e := range stmt.Lhs {
		var v value
		if i < len(values) {
			v = values[i]
		}
		name, isName := e.(*ast.Ident)
		switch {
		case stmt.Tok == token.DEFINE && isName:
			s.variables[name.Name] = v
		case stmt.Tok == token.ADD_ASSIGN:
			r.store(e, add(r.eval(e, s), v), s)
		default:
			r.store(e, v, s)
		}
	}
}

// store assigns a value to an expression.
func (r *run) store(e ast.Expr, v value, s *scope) {
	switch e := e.(type) {
	case *ast.Ident:
		if at := s.find(e.Name); at != nil {
			at.variables[e.Name] = v
		} else if pkg := r.in.pkg; pkg.variables[e.Name] != nil {
			pkg.made[e.Name] = v
		}
	case *ast.SelectorExpr:
		if o, ok := r.eval(e.X, s).(*object); ok {
			if own := r.promoted(o, e.Sel.Name, 0); own != nil {
				o = own
			}
			o.fields[e.Sel.Name] = v
		}
	case *ast.IndexExpr:
		m, ok := r.eval(e.X, s).(*mapping)
		key, known := r.eval(e.Index, s).(string)
		if ok && known {
			m.set(key, v)
		}
	case *ast.StarExpr:
		to, ok := r.eval(e.X, s).(*object)
		if from, also := v.(*object); ok && also {
			to.typ, to.fields = from.typ, from.fields
		}
	case *ast.ParenExpr:
		r.store(e.X, v, s)
	}
}

func equal(a, b value) value {
	switch a := a.(type) {
	case string, int, bool, symbol:
		if b != nil {
			return a == b
		}
	}
	return nil
}

func add(a, b value) value {
	switch a := a.(type) {
	case string:
		if b, ok := b.(string); ok {
			return a + b
		}
	case int:
		if b, ok := b.(int); ok {
			return a + b
		}
	}
	return nil
}

func (r *run) eval(e ast.Expr, s *scope) value {
	switch e := e.(type) {
	case *ast.BasicLit:
		return literal(e)
	case *ast.Ident:
		return r.name(e.Name, s)
	case *ast.ParenExpr:
		return r.eval(e.X, s)
	case *ast.CompositeLit:
		return r.composite(e, e.Type, s)
	case *ast.FuncLit:
		return &closure{typ: e.Type, body: e.Body, scope: s, in: r.in}
	case *ast.UnaryExpr:
		v := r.eval(e.X, s)
		o, isObject := v.(*object)
		truth, isBool := v.(bool)
		switch {
		case e.Op == token.AND && isObject:
			o.pointer = true
		case e.Op == token.NOT && isBool:
			return !truth
		case e.Op == token.NOT:
			return nil
		}
		return v
	case *ast.StarExpr:
		v := r.eval(e.X, s)
		if o, ok := v.(*object); ok {
			c := copied(&object{typ: o.typ, fields: o.fields})
			return c
		}
		return v
	case *ast.BinaryExpr:
		return r.binary(e, s)
	case *ast.SelectorExpr:
		return r.selector(e, s)
	case *ast.IndexExpr:
		return r.index(e, s)
	case *ast.IndexListExpr:
		return r.eval(e.X, s)
	case *ast.TypeAssertExpr:
		return r.eval(e.X, s)
	case *ast.SliceExpr:
		return r.eval(e.X, s)
	case *ast.CallExpr:
		if results := r.callExpr(e, s); len(results) > 0 {
			return results[0]
		}
	}
	return nil
}

func literal(e *ast.BasicLit) value {
	switch e.Kind {
	case token.STRING:
		if text, err := strconv.Unquote(e.Value); err == nil {
			return text
		}
	case token.INT:
		if n, err := strconv.Atoi(e.Value); err == nil {
			return n
		}
	}
	return nil
}

func (r *run) name(name string, s *scope) value {
	if at := s.find(name); at != nil {
		return at.variables[name]
	}
	switch name {
	case "true":
		return true
	case "false":
		return false
	case "nil":
		return symbol("nil")
	}
	return r.global(r.in.pkg, name)
}

func (r *run) binary(e *ast.BinaryExpr, s *scope) value {
	a, b := r.eval(e.X, s), r.eval(e.Y, s)
	left, isBool := a.(bool)
	right, alsoBool := b.(bool)
	n, isInt := a.(int)
	m, alsoInt := b.(int)
	isInt = isInt && alsoInt
	switch e.Op {
	case token.ADD:
		return add(a, b)
	case token.LAND:
		if isBool && !left || alsoBool && !right {
			return false
		} else if isBool && alsoBool {
			return true
		}
	case token.LOR:
		if isBool && left || alsoBool && right {
			return true
		} else if isBool && alsoBool {
			return false
		}
	case token.EQL, token.NEQ:
		same, known := equal(a, b).(bool)
		if b == symbol("nil") || a == symbol("nil") {
			other := a
			if a == symbol("nil") {
				other = b
			}
			same, known = other == symbol("nil"), other != nil
		}
		if known {
			return same == (e.Op == token.EQL)
		}
	case token.LSS, token.GTR, token.LEQ, token.GEQ, token.SUB:
		switch {
		case !isInt:
		case e.Op == token.LSS:
			return n < m
		case e.Op == token.GTR:
			return n > m
		case e.Op == token.LEQ:
			return n <= m
		case e.Op == token.GEQ:
			return n >= m
		default:
			return n - m
		}
	}
	return nil
}

func (r *run) selector(e *ast.SelectorExpr, s *scope) value {
	if x, ok := e.X.(*ast.Ident); ok && s.find(x.Name) == nil {
		if path, imported := r.in.imports[x.Name]; imported {
			if pkg := r.packages[path]; pkg != nil {
				return r.global(pkg, e.Sel.Name)
			}
			return symbol(path + "." + e.Sel.Name)
		}
	}
	return r.member(r.eval(e.X, s), e.Sel.Name)
}

// member is a field or a method of a value.
func (r *run) member(v value, name string) value {
	o, ok := v.(*object)
	if !ok {
		return nil
	}
	if at := r.promoted(o, name, 0); at != nil {
		return at.fields[name]
	}
	if s, in := r.structOf(o.typ); s != nil {
		for _, field := range s.Fields.List {
			named := slices.ContainsFunc(field.Names, func(id *ast.Ident) bool { return id.Name == name })
			if named || len(field.Names) == 0 && receiverOf(field.Type) == name {
				o.fields[name] = r.zero(field.Type, in)
				return o.fields[name]
			}
		}
	}
	return r.method(o, name, 0)
}

// promoted returns the object with a field: the object itself, or an embedded object.
func (r *run) promoted(o *object, name string, depth int) *object {
	if _, ok := o.fields[name]; ok {
		return o
	}
	for _, embedded := range r.embedded(o.typ) {
		inner, ok := o.fields[embedded.name].(*object)
		if !ok || depth == maxEmbedded {
			continue
		}
		if at := r.promoted(inner, name, depth+1); at != nil {
			return at
		}
	}
	return nil
}

func (i *interpreter) method(o *object, name string, depth int) value {
	pkg, typ := i.packageOf(o.typ)
	if pkg == nil || depth > maxEmbedded {
		return nil
	}
	if m, ok := pkg.methods[typ+"."+name]; ok {
		c := &closure{typ: m.decl.Type, body: m.decl.Body, scope: &scope{}, in: m.in, self: o, name: name}
		if names := m.decl.Recv.List[0].Names; len(names) > 0 {
			c.receiver = names[0].Name
		}
		return c
	}
	for _, embedded := range i.embedded(o.typ) {
		inner, ok := o.fields[embedded.name].(*object)
		if !ok {
			inner = &object{typ: embedded.typ, fields: map[string]value{}, pointer: true}
		}
		if m := i.method(inner, name, depth+1); m != nil {
			return m
		}
	}
	return nil
}

func (r *run) index(e *ast.IndexExpr, s *scope) value {
	switch v := r.eval(e.X, s).(type) {
	case *mapping:
		if key, ok := r.eval(e.Index, s).(string); ok {
			return v.entries[key]
		}
	case *list:
		if n, ok := r.eval(e.Index, s).(int); ok && n < len(v.items) {
			return v.items[n]
		}
	case *closure:
		return v // of a generic function
	}
	return nil
}

// composite evaluates a literal of a type. Without a type in the literal, the enclosing literal
// defines it.
func (r *run) composite(e *ast.CompositeLit, typ ast.Expr, s *scope) value {
	in, pointer := r.in, false
	if star, ok := typ.(*ast.StarExpr); ok {
		typ, pointer = star.X, true
	}
	under, at := r.underlying(typ, in)
	element := func(v ast.Expr, typ ast.Expr) value {
		if inner, ok := v.(*ast.CompositeLit); ok && inner.Type == nil {
			saved := r.in
			r.in = at
			defer func() { r.in = saved }()
			return r.compositeIn(inner, typ, s, saved)
		}
		return copied(r.eval(v, s))
	}
	switch under := under.(type) {
	case *ast.MapType:
		m := newMapping()
		for _, elt := range e.Elts {
			pair, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if key, ok := r.eval(pair.Key, s).(string); ok {
				m.set(key, element(pair.Value, under.Value))
			}
		}
		return m
	case *ast.ArrayType:
		l := &list{}
		for _, elt := range e.Elts {
			if pair, ok := elt.(*ast.KeyValueExpr); ok {
				elt = pair.Value
			}
			l.items = append(l.items, element(elt, under.Elt))
		}
		return l
	}
	o := &object{typ: r.typeName(typ, in), fields: map[string]value{}, pointer: pointer}
	r.fill(o, e, s)
	return o
}

// compositeIn is a literal whose type is written in another file than the literal.
func (r *run) compositeIn(e *ast.CompositeLit, typ ast.Expr, s *scope, in *file) value {
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	under, _ := r.underlying(typ, r.in)
	switch under.(type) {
	case *ast.MapType, *ast.ArrayType:
		if r.in == in {
			return r.composite(e, typ, s)
		}
	}
	o := &object{typ: r.typeName(typ, r.in), fields: map[string]value{}, pointer: true}
	r.in = in
	r.fill(o, e, s)
	return o
}

func (r *run) fill(o *object, e *ast.CompositeLit, s *scope) {
	if strings.HasSuffix(o.typ, "helper/schema.Provider") {
		r.providers = append(r.providers, o)
	}
	names := r.fieldNames(o.typ)
	library := strings.Contains(o.typ, "/terraform-plugin-")
	for i, elt := range e.Elts {
		pair, ok := elt.(*ast.KeyValueExpr)
		switch {
		case ok:
			if name, ok := pair.Key.(*ast.Ident); ok && (!library || wanted[name.Name]) {
				o.fields[name.Name] = copied(r.eval(pair.Value, s))
			}
		case i < len(names):
			o.fields[names[i]] = copied(r.eval(elt, s))
		}
	}
}

// wanted contains the fields of the libraries' structs that define a schema.
var wanted = map[string]bool{
	"Attributes": true, "AttributeTypes": true, "AttrTypes": true, "Blocks": true, "Computed": true, "ConfigMode": true,
	"DataSourcesMap": true, "Elem": true, "ElementType": true, "ElemType": true, "NestedObject": true, "Optional": true,
	"Required": true, "ResourcesMap": true, "Schema": true, "SchemaFunc": true, "Timeouts": true, "Type": true,
	"Create": true, "Read": true, "Update": true, "Delete": true, "Default": true,
}

// callExpr calls the function of an expression, and returns the results.
func (r *run) callExpr(e *ast.CallExpr, s *scope) []value {
	if v, ok := r.builtin(e, s); ok {
		return []value{v}
	}
	f := r.eval(e.Fun, s)
	args := make([]value, len(e.Args))
	for i, arg := range e.Args {
		args[i] = r.eval(arg, s)
	}
	switch f := f.(type) {
	case *closure:
		if r.register(f.name, args) {
			return nil
		}
		return r.call(f, args)
	case symbol:
		return []value{r.foreign(string(f), args)}
	}
	// The conversion to a type leaves a value as it is.
	if name := r.typeName(e.Fun, r.in); name != "" && len(args) == 1 {
		if pkg, typ := r.packageOf(name); pkg != nil && pkg.types[typ] != nil {
			return args
		}
	}
	return nil
}

// register records the entries that a function adds to a map of all types.
func (r *run) register(function string, args []value) bool {
	if len(args) != 2 {
		return false
	}
	name, ok := args[0].(string)
	kind := strings.ToLower(function)
	if !ok || kind != "registerresource" && kind != "registerdatasource" {
		return false
	}
	if r.types[kind] == nil {
		r.types[kind] = map[string]value{}
	}
	r.types[kind][name] = args[1]
	return true
}

// builtin calls a function of the language.
func (r *run) builtin(e *ast.CallExpr, s *scope) (value, bool) {
	name, ok := e.Fun.(*ast.Ident)
	if !ok || s.find(name.Name) != nil || r.in.pkg.functions[name.Name] != nil {
		return nil, false
	}
	switch name.Name {
	case "new":
		return r.zero(e.Args[0], r.in), true
	case "make":
		v := r.zero(e.Args[0], r.in)
		if _, isList := v.(*list); !isList {
			return newMapping(), true // perhaps of a type parameter
		}
		return v, true
	case "append":
		l := &list{}
		if old, ok := r.eval(e.Args[0], s).(*list); ok {
			l.items = append(l.items, old.items...)
		}
		for i, arg := range e.Args[1:] {
			v := r.eval(arg, s)
			if more, ok := v.(*list); ok && e.Ellipsis.IsValid() && i == len(e.Args)-2 {
				l.items = append(l.items, more.items...)
				continue
			}
			l.items = append(l.items, v)
		}
		return l, true
	case "delete":
		m, ok := r.eval(e.Args[0], s).(*mapping)
		key, known := r.eval(e.Args[1], s).(string)
		if ok && known && m.entries[key] != nil {
			delete(m.entries, key)
			for i, k := range m.keys {
				if k == key {
					m.keys = append(m.keys[:i:i], m.keys[i+1:]...)
					break
				}
			}
		}
		return nil, true
	case "string", "len", "panic", "cap", "int", "int64":
		if name.Name == "string" {
			return r.eval(e.Args[0], s), true
		}
		return nil, true
	}
	return nil, false
}

// zero returns the zero value of a type.
func (i *interpreter) zero(typ ast.Expr, in *file) value {
	under, _ := i.underlying(typ, in)
	switch under.(type) {
	case *ast.MapType:
		return newMapping()
	case *ast.ArrayType:
		return &list{}
	}
	if _, pointer := typ.(*ast.StarExpr); pointer {
		return nil
	}
	if name := i.typeName(typ, in); strings.Contains(name, ".") {
		return &object{typ: name, fields: map[string]value{}}
	}
	return nil
}
