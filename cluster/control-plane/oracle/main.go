// Command oracle answers what Kubernetes' own code says about an input. The tests compare the library with it instead of with a copy of the rules.
//
// It reads requests as JSON, one a line, and writes an answer a line with the id of the request: {"id":1,"result":…} or {"id":1,"error":"…"}.
// It ends when its input ends.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

type request struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type answer struct {
	ID     int    `json:"id"`
	Result any    `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
}

// methods by the name that a request asks for.
var methods = map[string]func(params json.RawMessage) (any, error){
	"yaml":        method(documents),
	"expand":      method(expand),
	"route":       method(route),
	"certificate": method(certificate),
	"cel":         method(evaluate),
}

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

func serve(in io.Reader, out io.Writer) error {
	// A decoder instead of a line scanner: it has no limit on the length of a request.
	requests := json.NewDecoder(bufio.NewReader(in))
	answers := json.NewEncoder(out)
	answers.SetEscapeHTML(false)
	for {
		var next request
		if err := requests.Decode(&next); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("not a request: %w", err)
		}
		if err := answers.Encode(answerTo(next)); err != nil {
			return err
		}
	}
}

// answerTo turns a panic of the code under question into an answer: it is news about one input, and the next one may be fine.
func answerTo(asked request) (given answer) {
	defer func() {
		if problem := recover(); problem != nil {
			given = answer{ID: asked.ID, Error: fmt.Sprintf("panic: %v", problem)}
		}
	}()
	run, ok := methods[asked.Method]
	if !ok {
		return answer{ID: asked.ID, Error: fmt.Sprintf("unknown method %q", asked.Method)}
	}
	result, err := run(asked.Params)
	if err != nil {
		return answer{ID: asked.ID, Error: err.Error()}
	}
	return answer{ID: asked.ID, Result: result}
}

// method gives a function of typed parameters the form of the table.
func method[P, R any](run func(P) (R, error)) func(json.RawMessage) (any, error) {
	return func(raw json.RawMessage) (any, error) {
		var params P
		if err := json.Unmarshal(raw, &params); err != nil {
			return nil, fmt.Errorf("params: %w", err)
		}
		return run(params)
	}
}
