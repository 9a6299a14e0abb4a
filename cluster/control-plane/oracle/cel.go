package main

import (
	"encoding/json"
	"reflect"

	"google.golang.org/protobuf/types/known/structpb"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

type celParams struct {
	Expression string `json:"expression"`
}

type celResult struct {
	// Type of the value, as CEL names it.
	Type string `json:"type,omitempty"`
	// Value as JSON; absent where it has no such form.
	Value json.RawMessage `json:"value,omitempty"`
	// Refused says why the compiler takes no such expression.
	Refused string `json:"refused,omitempty"`
	// Failure says why it ends without a value.
	Failure string `json:"failure,omitempty"`
}

// evaluate gives the value of an expression without variables, with the functions that rules of custom resources have.
//
// Real code: k8s.io/apiserver pkg/cel/environment MustBaseEnvSet, from which apiextensions-apiserver makes the environment of rules
// (pkg/apiserver/schema/cel/compilation.go, v0.36).
func evaluate(params celParams) (celResult, error) {
	env, err := environment.MustBaseEnvSet(version.MajorMinor(1, 36)).Env(environment.NewExpressions)
	if err != nil {
		return celResult{}, err
	}
	ast, issues := env.Compile(params.Expression)
	if issues.Err() != nil {
		return celResult{Refused: issues.Err().Error()}, nil
	}
	program, err := env.Program(ast)
	if err != nil {
		return celResult{Refused: err.Error()}, nil
	}
	value, _, err := program.Eval(map[string]any{})
	if err != nil {
		return celResult{Failure: err.Error()}, nil
	}
	result := celResult{Type: value.Type().TypeName()}
	if native, err := value.ConvertToNative(reflect.TypeOf(&structpb.Value{})); err == nil {
		if result.Value, err = json.Marshal(native); err != nil {
			return celResult{}, err
		}
	}
	return result, nil
}
