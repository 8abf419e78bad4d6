package main
import ("testing";"os";"github.com/hcljson/hcljson/convert";"github.com/hcljson/hcljson/hclwrite")
func BenchmarkZZ(b *testing.B){
 src,_:=os.ReadFile("/tmp/p-time/real/real.tf")
 parsed,_:=hclwrite.ParseFile(src,"x.tf")
 b.ReportAllocs()
 for b.Loop(){ convert.WriteJSON(parsed,"x.tf",dialect,convert.Options{}) }
}
