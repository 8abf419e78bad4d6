package jsonformat

import "github.com/hcljson/hcljson/convert/internal/jsontree"

func (r *reader) plan(v *jsontree.Value) *Plan {
	p := &Plan{}
	r.object(v, "plan", func(name string, v *jsontree.Value) {
		switch name {
		case "variables":
			p.Variables = byName(r, v, name, r.variable)
		case "planned_values":
			p.Planned = r.values(v, name)
		case "prior_state":
			if r.is(v, jsontree.Object, name) {
				p.Prior = r.state(v)
			}
		case "configuration":
			if r.is(v, jsontree.Object, name) {
				p.Configuration = r.configuration(v)
			}
		case "resource_changes":
			p.Changes = list(r, v, name, r.resourceChange)
		case "resource_drift":
			p.Drift = list(r, v, name, r.resourceChange)
		case "deferred_changes":
			p.Deferred = list(r, v, name, r.deferred)
		case "action_invocations":
			p.Actions = list(r, v, name, r.actionInvocation)
		case "deferred_action_invocations":
			p.DeferredActions = list(r, v, name, r.deferredAction)
		case "output_changes":
			p.OutputChanges = byName(r, v, name, r.outputChange)
		case "relevant_attributes":
			p.Relevant = list(r, v, name, r.relevant)
		case "checks":
			p.Checks = list(r, v, name, r.check)
		case "timestamp":
			p.Timestamp = r.text(v, name)
		case "errored":
			p.Errored = r.flag(v, name)
		case "complete":
			p.Complete = r.optionalFlag(v, name)
		case "applyable":
			p.Applyable = r.optionalFlag(v, name)
		}
	})
	return p
}

func (r *reader) variable(name string, v *jsontree.Value) Variable {
	variable := Variable{Name: name}
	r.object(v, "variables", func(name string, v *jsontree.Value) {
		if name == "value" {
			variable.Value = r.value(v)
		}
	})
	return variable
}

func (r *reader) deferred(v *jsontree.Value) ResourceChange {
	var change ResourceChange
	reason := ""
	r.object(v, "deferred_changes", func(name string, v *jsontree.Value) {
		switch name {
		case "reason":
			reason = r.text(v, name)
		case "resource_change":
			change = r.resourceChange(v)
		}
	})
	change.DeferredReason = reason
	return change
}

func (r *reader) actionInvocation(v *jsontree.Value) ActionInvocation {
	a := ActionInvocation{Place: r.value(v)}
	r.object(v, "action_invocations", func(name string, v *jsontree.Value) {
		switch name {
		case "address":
			a.Address = r.text(v, name)
		case "type":
			a.Type = r.text(v, name)
		case "name":
			a.Name = r.text(v, name)
		case "provider_name":
			a.Provider = r.text(v, name)
		case "config_values":
			a.Values = r.value(v)
		case "config_sensitive":
			a.Sensitive = r.value(v)
		case "config_unknown":
			a.Unknown = r.value(v)
		case "lifecycle_action_trigger", "invoke_action_trigger":
			r.actionTrigger(v, &a)
		}
	})
	return a
}

func (r *reader) actionTrigger(v *jsontree.Value, a *ActionInvocation) {
	r.object(v, "lifecycle_action_trigger", func(name string, v *jsontree.Value) {
		switch name {
		case "triggering_resource_address", "calling_resource_address":
			a.TriggeredBy = r.text(v, name)
		case "action_trigger_event":
			a.Event = r.text(v, name)
		}
	})
}

func (r *reader) deferredAction(v *jsontree.Value) ActionInvocation {
	var a ActionInvocation
	reason := ""
	r.object(v, "deferred_action_invocations", func(name string, v *jsontree.Value) {
		switch name {
		case "reason":
			reason = r.text(v, name)
		case "action_invocation":
			a = r.actionInvocation(v)
		}
	})
	a.DeferredReason = reason
	return a
}

func (r *reader) resourceChange(v *jsontree.Value) ResourceChange {
	c := ResourceChange{Place: r.value(v)}
	r.object(v, "resource_changes", func(name string, v *jsontree.Value) {
		switch name {
		case "address":
			c.Address = r.text(v, name)
		case "previous_address":
			c.PreviousAddress = r.text(v, name)
		case "module_address":
			c.ModuleAddress = r.text(v, name)
		case "mode":
			c.Mode = r.text(v, name)
		case "type":
			c.Type = r.text(v, name)
		case "name":
			c.Name = r.text(v, name)
		case "index":
			c.Key = r.key(v, name)
		case "provider_name":
			c.Provider = r.text(v, name)
		case "deposed":
			c.Deposed = r.text(v, name)
		case "change":
			c.Change = r.change(v)
		case "action_reason":
			c.Reason = r.text(v, name)
		}
	})
	return c
}

// outputChange reads the change of an output, which stands there as it is; the
// documentation shows it as the property "change" of an object.
func (r *reader) outputChange(name string, v *jsontree.Value) OutputChange {
	if v.Kind == jsontree.Object && len(v.Members) == 1 && v.Members[0].Name == "change" {
		v = &v.Members[0].Value
	}
	return OutputChange{name, r.change(v)}
}

func (r *reader) change(v *jsontree.Value) Change {
	var c Change
	r.object(v, "change", func(name string, v *jsontree.Value) {
		switch name {
		case "actions":
			c.Actions = r.texts(v, name)
		case "before":
			c.Before = r.value(v)
		case "after":
			c.After = r.value(v)
		case "after_unknown":
			c.AfterUnknown = r.value(v)
		case "before_sensitive":
			c.BeforeSensitive = r.value(v)
		case "after_sensitive":
			c.AfterSensitive = r.value(v)
		case "replace_paths":
			c.ReplacePaths = list(r, v, name, func(v *jsontree.Value) []Step { return r.path(v, name) })
		case "importing":
			if r.is(v, jsontree.Object, name) {
				c.Importing = r.importing(v)
			}
		case "generated_config":
			c.GeneratedConfig = r.text(v, name)
		}
	})
	return c
}

func (r *reader) importing(v *jsontree.Value) *Importing {
	i := &Importing{}
	r.object(v, "importing", func(name string, v *jsontree.Value) {
		switch name {
		case "id":
			i.ID = r.text(v, name)
		case "unknown":
			i.Unknown = r.flag(v, name)
		case "identity":
			i.Identity = r.value(v)
		}
	})
	return i
}

func (r *reader) path(v *jsontree.Value, what string) []Step {
	return list(r, v, what, func(v *jsontree.Value) Step {
		if v.Kind == jsontree.Number {
			return Step{Index: r.number(v, what), IsIndex: true}
		}
		return Step{Name: r.text(v, what)}
	})
}

func (r *reader) relevant(v *jsontree.Value) RelevantAttribute {
	var a RelevantAttribute
	r.object(v, "relevant_attributes", func(name string, v *jsontree.Value) {
		switch name {
		case "resource":
			a.Resource = r.text(v, name)
		case "attribute":
			if v.Kind == jsontree.String { // as the documentation shows it
				a.Attribute = []Step{{Name: v.Text}}
				return
			}
			a.Attribute = r.path(v, name)
		}
	})
	return a
}

func (r *reader) check(v *jsontree.Value) Check {
	var c Check
	r.object(v, "checks", func(name string, v *jsontree.Value) {
		switch name {
		case "address":
			c.Address, _ = r.checkAddress(v)
		case "status":
			c.Status = r.text(v, name)
		case "instances":
			c.Instances = list(r, v, name, r.checkInstance)
		}
	})
	return c
}

func (r *reader) checkInstance(v *jsontree.Value) CheckInstance {
	var c CheckInstance
	r.object(v, "instances", func(name string, v *jsontree.Value) {
		switch name {
		case "address":
			c.Address, c.Key = r.checkAddress(v)
		case "status":
			c.Status = r.text(v, name)
		case "problems":
			c.Problems = list(r, v, name, func(v *jsontree.Value) string {
				message := ""
				r.object(v, name, func(name string, v *jsontree.Value) {
					if name == "message" {
						message = r.text(v, name)
					}
				})
				return message
			})
		}
	})
	return c
}

func (r *reader) checkAddress(v *jsontree.Value) (a CheckAddress, key Key) {
	r.object(v, "address", func(name string, v *jsontree.Value) {
		switch name {
		case "kind":
			a.Kind = r.text(v, name)
		case "to_display":
			a.ToDisplay = r.text(v, name)
		case "module":
			a.Module = r.text(v, name)
		case "mode":
			a.Mode = r.text(v, name)
		case "type":
			a.Type = r.text(v, name)
		case "name":
			a.Name = r.text(v, name)
		case "instance_key":
			key = r.key(v, name)
		}
	})
	return a, key
}
