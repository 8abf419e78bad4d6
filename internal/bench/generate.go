package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// The mix follows 8,000 Terraform files of public repositories (13 MB): of the
// lines 42 % are arguments, 14 % blank, 12 % open a block, 6 % are comments and
// 2.4 % are in heredocs; a line has 31 bytes on average. Weights in the tables
// below are counts from there, in thousands or per cent.

// generate returns Terraform source of at least size bytes, up to the end of a
// block. The same size gives the same text.
func generate(size int) []byte {
	g := &generator{r: rand.New(rand.NewPCG(20, 26))}
	g.line(0, "# %s and %s for the %s environment.", g.word(), g.word(), g.word())
	g.line(0, "# Owned by the %s team.", g.word())
	g.line(0, "")
	for g.b.Len() < size {
		g.block()
	}
	return g.b.Bytes()
}

type generator struct {
	b bytes.Buffer
	r *rand.Rand
	// blocks counts the root blocks, so that no two have one address.
	blocks int
}

func (g *generator) line(indent int, format string, args ...any) {
	if format != "" {
		for range indent {
			g.b.WriteString("  ")
		}
		fmt.Fprintf(&g.b, format, args...)
	}
	g.b.WriteByte('\n')
}

// chance reports true in so many of a thousand cases.
func (g *generator) chance(permille int) bool { return g.r.IntN(1000) < permille }

func pick[T any](g *generator, list []T) T { return list[g.r.IntN(len(list))] }

func (g *generator) word() string { return pick(g, words) }

// name is a name of one or two words.
func (g *generator) name() string {
	if g.chance(500) {
		return g.word()
	}
	return g.word() + "_" + g.word()
}

// choice is a row of a table of weights.
type choice[T any] struct {
	weight int
	value  T
}

func weighted[T any](g *generator, list []choice[T]) T {
	total := 0
	for _, c := range list {
		total += c.weight
	}
	n := g.r.IntN(total)
	for _, c := range list {
		if n -= c.weight; n < 0 {
			return c.value
		}
	}
	panic("unreachable")
}

var rootBlocks = []choice[func(*generator)]{
	{123, (*generator).resource},
	{122, (*generator).variable},
	{50, (*generator).output},
	{27, (*generator).data},
	{17, (*generator).provider},
	{16, (*generator).module},
	{12, (*generator).locals},
	{11, (*generator).terraform},
	{1, (*generator).moved},
}

func (g *generator) block() {
	g.blocks++
	if g.chance(20) {
		g.line(0, "/*")
		g.line(0, "  %s: %s.", g.word(), g.sentence(8))
		g.line(0, "*/")
	} else if g.chance(250) {
		marker := "#"
		if g.chance(60) {
			marker = "//"
		}
		for range 1 + g.r.IntN(3) {
			g.line(0, "%s %s", marker, g.sentence(3+g.r.IntN(9)))
		}
	}
	weighted(g, rootBlocks)(g)
	g.line(0, "")
}

func (g *generator) sentence(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = g.word()
	}
	return strings.Join(list, " ")
}

// address is a name that no other root block has.
func (g *generator) address() string { return fmt.Sprintf("%s_%d", g.name(), g.blocks) }

func (g *generator) resource() {
	g.line(0, "resource %q %q {", pick(g, types), g.address())
	if g.chance(120) {
		g.entries(1, []entry{g.repetition()})
		g.line(0, "")
	}
	g.arguments(1, 3+g.r.IntN(5))
	for range weighted(g, []choice[int]{{60, 0}, {22, 1}, {12, 2}, {6, 4}}) {
		g.nested(1, 0)
	}
	if g.chance(60) {
		g.line(0, "")
		g.line(1, "lifecycle {")
		g.entries(2, []entry{{"create_before_destroy", "true"}, {"ignore_changes", "[tags, " + pick(g, arguments) + "]"}})
		g.line(1, "}")
	}
	if g.chance(50) {
		g.line(0, "")
		g.line(1, "depends_on = [")
		g.line(2, "%s.%s,", pick(g, types), g.name())
		g.line(2, "%s.%s,", pick(g, types), g.name())
		g.line(1, "]")
	}
	g.line(0, "}")
}

func (g *generator) repetition() entry {
	return pick(g, []entry{
		{"count", "var." + g.name() + " ? 1 : 0"},
		{"count", "length(var." + g.name() + ")"},
		{"for_each", "toset(var." + g.name() + ")"},
		{"for_each", "{ for k, v in var." + g.name() + " : k => v if v.enabled }"},
	})
}

func (g *generator) nested(indent, depth int) {
	g.line(0, "")
	switch {
	case g.chance(70):
		g.line(indent, "dynamic %q {", pick(g, nestedTypes))
		g.entries(indent+1, []entry{{"for_each", "var." + g.name()}})
		g.line(0, "")
		g.line(indent+1, "content {")
		g.arguments(indent+2, 1+g.r.IntN(4))
		g.line(indent+1, "}")
	case depth == 0 && g.chance(40):
		g.line(indent, `provisioner "local-exec" {`)
		g.line(indent+1, "command = %q", "echo "+g.sentence(4))
	default:
		g.line(indent, "%s {", pick(g, nestedTypes))
		g.arguments(indent+1, 1+g.r.IntN(4))
		if depth < 3 && g.chance(200) {
			g.nested(indent+1, depth+1)
		}
	}
	g.line(indent, "}")
}

var variableTypes = []string{"string", "string", "string", "string", "bool", "number", "list(string)", "map(string)",
	"list(number)", "any"}

func (g *generator) variable() {
	g.line(0, "variable %q {", g.address())
	kind := pick(g, variableTypes)
	list := []entry{{"description", fmt.Sprintf("%q", g.sentence(4+g.r.IntN(9))+".")}}
	object := g.chance(60)
	if !object {
		list = append(list, entry{"type", kind})
	}
	if g.chance(700) && !object {
		value := g.constant()
		switch {
		case strings.HasPrefix(kind, "list"):
			value = "[]"
		case strings.HasPrefix(kind, "map"):
			value = "{}"
		case kind == "bool":
			value = "false"
		case kind == "number":
			value = fmt.Sprint(g.r.IntN(4000))
		}
		list = append(list, entry{"default", value})
	}
	g.entries(1, list)
	if object {
		g.line(1, "type = list(object({")
		for _, name := range g.pickArguments(2 + g.r.IntN(4)) {
			kind := pick(g, variableTypes)
			if g.chance(300) {
				kind = "optional(" + kind + ")"
			}
			g.line(2, "%s = %s", name, kind)
		}
		g.line(1, "}))")
		g.line(1, "default = []")
	}
	if g.chance(40) {
		g.line(0, "")
		g.line(1, "validation {")
		g.entries(2, []entry{
			{"condition", fmt.Sprintf(`length(var.%s) > 2 && can(regex("^[a-z-]+$", var.%s))`, g.name(), g.name())},
			{"error_message", fmt.Sprintf("%q", "The "+g.sentence(6)+".")},
		})
		g.line(1, "}")
	}
	g.line(0, "}")
}

func (g *generator) output() {
	g.line(0, "output %q {", g.address())
	list := []entry{{"value", g.expression(1)}}
	if g.chance(600) {
		list = append([]entry{{"description", fmt.Sprintf("%q", g.sentence(3+g.r.IntN(6)))}}, list...)
	}
	if g.chance(80) {
		list = append(list, entry{"sensitive", "true"})
	}
	g.entries(1, list)
	g.line(0, "}")
}

func (g *generator) data() {
	g.line(0, "data %q %q {", pick(g, types), g.address())
	g.arguments(1, 1+g.r.IntN(3))
	for range g.r.IntN(3) {
		g.line(0, "")
		g.line(1, "statement {")
		g.entries(2, []entry{
			{"sid", fmt.Sprintf("%q", g.word())},
			{"effect", `"Allow"`},
			{"actions", fmt.Sprintf("[%q, %q]", g.word()+":Get*", g.word()+":List*")},
		})
		g.line(1, "}")
	}
	g.line(0, "}")
}

func (g *generator) provider() {
	g.line(0, "provider %q {", pick(g, []string{"aws", "google", "azurerm", "kubernetes"}))
	g.entries(1, []entry{{"alias", fmt.Sprintf("%q", g.address())}, {"region", "var." + g.name()}})
	if g.chance(200) {
		g.nested(1, 3)
	}
	g.line(0, "}")
}

func (g *generator) module() {
	g.line(0, "module %q {", g.address())
	g.entries(1, []entry{{"source", fmt.Sprintf("%q", "./modules/"+g.word())}})
	g.line(0, "")
	g.arguments(1, 4+g.r.IntN(8))
	g.line(0, "}")
}

func (g *generator) locals() {
	g.line(0, "locals {")
	g.arguments(1, 1+g.r.IntN(5))
	if g.chance(300) {
		g.line(0, "")
		g.line(1, "%s = {", g.address())
		g.line(2, "for key, item in var.%s : key => merge(item, {", g.name())
		g.line(3, "name = \"${local.%s}-${key}\"", g.name())
		g.line(3, "size = lookup(item, %q, %d)", g.word(), g.r.IntN(100))
		g.line(2, "}) if item.%s != null", g.word())
		g.line(1, "}")
	}
	g.line(0, "}")
}

func (g *generator) terraform() {
	g.line(0, "terraform {")
	g.line(1, "required_version = \">= 1.%d\"", g.r.IntN(12))
	g.line(0, "")
	g.line(1, "required_providers {")
	g.line(2, "aws = {")
	g.entries(3,
		[]entry{{"source", `"hashicorp/aws"`}, {"version", fmt.Sprintf(`"~> %d.%d"`, 3+g.r.IntN(3), g.r.IntN(60))}})
	g.line(2, "}")
	g.line(1, "}")
	g.line(0, "}")
}

func (g *generator) moved() {
	kind := pick(g, types)
	g.line(0, "moved {")
	g.entries(1, []entry{{"from", kind + "." + g.name()}, {"to", kind + "." + g.address()}})
	g.line(0, "}")
}

// entry is an argument, or an item of an object, whose value is on one line.
type entry struct{ name, value string }

// entries writes lines with aligned = signs.
func (g *generator) entries(indent int, list []entry) {
	width := 0
	for _, e := range list {
		width = max(width, len(e.name))
	}
	for _, e := range list {
		if g.chance(40) {
			g.line(indent, "# %s", g.sentence(2+g.r.IntN(8)))
		}
		tail := ""
		if g.chance(6) {
			tail = " # " + g.sentence(3)
		}
		g.line(indent, "%-*s = %s%s", width, e.name, e.value, tail)
	}
}

func (g *generator) pickArguments(n int) []string {
	list := make([]string, 0, n)
	start := g.r.IntN(len(arguments))
	for i := range n {
		list = append(list, arguments[(start+i*7)%len(arguments)])
	}
	return list
}

// arguments writes n arguments with values of all kinds.
func (g *generator) arguments(indent, n int) {
	var row []entry
	flush := func() {
		g.entries(indent, row)
		row = row[:0]
	}
	for _, name := range g.pickArguments(n) {
		switch {
		case g.chance(10):
			flush()
			g.heredoc(indent, name)
		case g.chance(70):
			flush()
			if g.chance(400) {
				g.line(0, "")
			}
			g.object(indent, name, 0)
		case g.chance(25):
			flush()
			g.tuple(indent, name)
		case g.chance(12):
			flush()
			g.call(indent, name)
		default:
			row = append(row, entry{name, g.expression(0)})
			if g.chance(60) {
				flush()
				g.line(0, "")
			}
		}
	}
	flush()
}

// expression is a value on one line.
func (g *generator) expression(depth int) string {
	return weighted(g, []choice[func() string]{
		{723, g.plain},
		{469, g.reference},
		{98, func() string { return pick(g, []string{"true", "true", "false", "false", "null"}) }},
		{86, func() string { return fmt.Sprint(g.r.IntN(70000)) }},
		{121, func() string { return g.inlineCall(depth) }},
		{88, func() string { return g.inlineTuple(depth) }},
		{34, func() string {
			return fmt.Sprintf("%s ? %s : %s",
				pick(g, []string{g.reference(), g.reference() + " != null", g.reference() + ` == "` + g.word() + `"`}),
				g.short(depth), g.short(depth))
		}},
		{12, func() string {
			return fmt.Sprintf("[for item in %s : item.%s if item.%s]", g.reference(), g.word(), g.word())
		}},
		{7, func() string { return g.reference() + " && !" + g.reference() }},
		{5, func() string { return fmt.Sprintf("(%s + %d) * 2", g.reference(), g.r.IntN(50)) }},
		{20, func() string { return "{}" }},
	})()
}

func (g *generator) short(depth int) string {
	if depth > 2 || g.chance(500) {
		return g.reference()
	}
	return g.plain()
}

// plain is a string: some with interpolations, a few with escapes or text
// beyond ASCII.
func (g *generator) plain() string {
	switch n := g.r.IntN(1000); {
	case n < 90:
		return fmt.Sprintf(`"${%s}-%s"`, g.reference(), g.word())
	case n < 120:
		return fmt.Sprintf(`"%s/${%s}/%s-${%s}"`, g.word(), g.reference(), g.word(), g.reference())
	case n < 150:
		return fmt.Sprintf(`"${%s}"`, g.reference())
	}
	return g.constant()
}

func (g *generator) constant() string {
	switch n := g.r.IntN(1000); {
	case n < 20:
		return fmt.Sprintf(`"arn:aws:%s:*:%d:%s/\"%s\"\n"`, g.word(), g.r.IntN(1e9), g.word(), g.word())
	case n < 27:
		return fmt.Sprintf(`"%s für die Überwachung – %s"`, g.word(), g.word())
	case n < 250:
		return fmt.Sprintf(`"%s"`, g.sentence(3+g.r.IntN(6)))
	case n < 370:
		return fmt.Sprintf(`"10.%d.%d.0/24"`, g.r.IntN(256), g.r.IntN(256))
	}
	return fmt.Sprintf(`"%s-%s"`, g.word(), g.word())
}

func (g *generator) reference() string {
	switch n := g.r.IntN(100); {
	case n < 45:
		return "var." + g.name()
	case n < 60:
		return "local." + g.name()
	case n < 85:
		return fmt.Sprintf("%s.%s.%s", pick(g, types), g.name(), pick(g, arguments))
	case n < 92:
		return fmt.Sprintf("module.%s.%s", g.name(), g.name())
	case n < 95:
		return fmt.Sprintf("%s.%s[0].id", pick(g, types), g.name())
	case n < 97:
		return fmt.Sprintf("%s.%s[*].arn", pick(g, types), g.name())
	case n < 99:
		return "each.value." + g.word()
	}
	return fmt.Sprintf("var.%s[\"%s\"]", g.name(), g.word())
}

var functions = []string{"join", "lookup", "merge", "concat", "format", "element", "coalesce", "try", "flatten",
	"length", "file", "jsonencode"}

func (g *generator) inlineCall(depth int) string {
	var args []string
	for range 1 + g.r.IntN(3) {
		if depth < 2 && g.chance(200) {
			args = append(args, g.inlineCall(depth+1))
		} else {
			args = append(args, g.short(depth))
		}
	}
	return pick(g, functions) + "(" + strings.Join(args, ", ") + ")"
}

func (g *generator) inlineTuple(depth int) string {
	var list []string
	for range g.r.IntN(4) {
		list = append(list, g.short(depth))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// object writes an object with a line for each item.
func (g *generator) object(indent int, name string, depth int) {
	g.line(indent, "%s = {", name)
	var row []entry
	for i, name := range g.pickArguments(1 + g.r.IntN(5)) {
		if g.chance(150) {
			name = fmt.Sprintf(`"%s/%s-%d"`, g.word(), g.word(), i)
		}
		if depth < 2 && g.chance(100) {
			g.entries(indent+1, row)
			row = row[:0]
			g.object(indent+1, name, depth+1)
			continue
		}
		row = append(row, entry{name, g.expression(depth + 1)})
	}
	g.entries(indent+1, row)
	g.line(indent, "}")
}

// tuple writes a tuple with a line for each element.
func (g *generator) tuple(indent int, name string) {
	g.line(indent, "%s = [", name)
	for range 2 + g.r.IntN(5) {
		if g.chance(20) {
			g.line(indent+1, "# %s", g.sentence(4))
		}
		if g.chance(150) {
			g.line(indent+1, "{")
			g.entries(indent+2, []entry{{"name", g.plain()}, {"value", g.short(0)}})
			g.line(indent+1, "},")
			continue
		}
		g.line(indent+1, "%s,", g.short(0))
	}
	g.line(indent, "]")
}

// call writes a call of a function whose argument takes several lines.
func (g *generator) call(indent int, name string) {
	if g.chance(400) {
		g.line(indent, "%s = jsonencode({", name)
		g.line(indent+1, "Version = \"%d\"", 1+g.r.IntN(9))
		g.line(indent+1, "Statement = [{")
		g.entries(indent+2, []entry{
			{"Effect", `"Allow"`},
			{"Action", fmt.Sprintf(`["%s:%s", "%s:*"]`, g.word(), g.word(), g.word())},
			{"Resource", g.reference()},
		})
		g.line(indent+1, "}]")
		g.line(indent, "})")
		return
	}
	g.line(indent, "%s = %s(", name, pick(g, functions))
	g.line(indent+1, "%s,", g.reference())
	g.line(indent+1, "%s", g.inlineCall(1))
	g.line(indent, ")")
}

func (g *generator) heredoc(indent int, name string) {
	flush := g.chance(600)
	opener := "<<"
	if flush {
		opener = "<<-"
	}
	g.line(indent, "%s = %sEOF", name, opener)
	margin := 0
	if flush {
		margin = indent + 1
	}
	if g.chance(300) {
		g.line(margin, "%%{ for item in var.%s ~}", g.name())
		g.line(margin, "%s ${item}", g.word())
		g.line(margin, "%%{ endfor ~}")
	}
	for range 2 + g.r.IntN(12) {
		switch {
		case g.chance(200):
			g.line(margin, "%s: ${%s}", g.word(), g.reference())
		case g.chance(100):
			g.line(0, "")
		default:
			g.line(margin+g.r.IntN(3), "%s", g.sentence(2+g.r.IntN(6)))
		}
	}
	if flush {
		g.line(indent, "EOF")
	} else {
		g.line(0, "EOF")
	}
}

var words = strings.Fields(`
	amber anchor archive arrow atlas audit badge barge basin beacon billing
	branch bridge broker cabin cache canal candle carbon cargo catalog cedar
	chapter cipher circle cluster cobalt compass copper coral courier crane
	credit crystal delta depot dispatch domain dynamo echo edge ember engine
	export fabric falcon ferry fields filter flint forest forge fossil garnet
	gateway glacier granite harbor harvest hazel horizon import indigo island
	ivory jasper jobs kernel kiln lagoon lantern ledger lemon linen lookup
	magnet maple marble market meadow metrics mirror mosaic nectar nickel north
	notify oasis orbit orchard orders osprey packet paper parcel payment pebble
	pepper pillar planet portal prism queue quartz radar raven relay report
	ribbon river rocket saffron sailor scanner search sensor shadow signal
	silver spruce stable staging storage summit tandem temple thunder timber
	tower tracker tunnel valley vault velvet violet walnut warden willow winter
	worker yarrow zenith`)

var types = strings.Fields(`
	aws_instance aws_s3_bucket aws_iam_role aws_iam_policy aws_subnet aws_vpc
	aws_security_group aws_lb_listener aws_lambda_function aws_db_instance
	aws_cloudwatch_log_group aws_route53_record aws_kms_key
	google_compute_instance google_storage_bucket google_project_iam_member
	azurerm_resource_group azurerm_virtual_network azurerm_key_vault
	kubernetes_namespace kubernetes_config_map helm_release random_password
	null_resource`)

var nestedTypes = strings.Fields(`
	filter rule tag ingress egress statement set metadata spec port principals
	condition container option env network_interface default_action identity
	allow selector timeouts`)

var arguments = strings.Fields(`
	name description arn policy_arn role bucket region location zone project
	vpc_id subnet_ids cidr_block availability_zone instance_type image_id
	key_name user_data monitoring tenancy owner_id protocol from_port to_port
	self labels annotations tags tags_all settings parameters environment
	handler runtime memory_size layers retention_in_days kms_key_id enabled
	priority target_arn certificate_arn domain_name record_type ttl records
	allocated_storage engine engine_version username password multi_az
	deletion_protection release chart namespace repository values replicas
	triggers length special upper allow_overwrite path force_destroy`)
