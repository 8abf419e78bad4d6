package main
import ("testing";"os";"runtime";"github.com/hcljson/hcljson/convert";"github.com/hcljson/hcljson/hclwrite";"runtime/debug")
func TestZZ(t *testing.T){
 defer debug.SetGCPercent(debug.SetGCPercent(-1))
 for _,n:=range []string{"generated","real"}{
 src,_:=os.ReadFile("/tmp/p-time/"+n+"/"+n+".tf")
 toJSON(&file{name:"x.tf",src:[]byte("locals {}\n")})
 parsed,used:=added(t,func()(*hclwrite.File,bool){tree,d:=hclwrite.ParseFile(src,"x.tf");return tree,!d.HasErrors()})
 t.Logf("%s parse %d MB",n,used>>20)
 s:=heap(); _=s
 t.Logf("live %d", heap()>>20)
 text,used:=added(t,func()([]byte,bool){out,d:=convert.WriteJSON(parsed,"x.tf",dialect,convert.Options{});return out,!d.HasErrors()})
 t.Logf("write adds %d MB, out len %d cap %d, live now %d",used>>20,len(text)>>20,cap(text)>>20, heap()>>20)
 runtime.KeepAlive(parsed)
 runtime.KeepAlive(text)
 }
}
