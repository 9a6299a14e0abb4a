// Command telemetry answers what Prometheus and Grafana's SDK say about a query and a dashboard, in their own code.
//
// It reads requests as JSON and writes an answer a line with the id of the request: {"id":1,"result":…} or {"id":1,"error":"…"}. It ends when its
// input ends.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
)

type request struct {
	ID     int    `json:"id"`
	Method string `json:"method"`
	Text   string `json:"text"`
}

type answer struct {
	ID     int    `json:"id"`
	Result any    `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
}

// methods by the name that a request asks for.
var methods = map[string]func(text string) (any, error){
	"query":     query,
	"dashboard": dashboardOf,
}

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "telemetry:", err)
		os.Exit(1)
	}
}

func serve(in io.Reader, out io.Writer) error {
	requests := json.NewDecoder(in)
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
	result, err := run(asked.Text)
	if err != nil {
		return answer{ID: asked.ID, Error: err.Error()}
	}
	return answer{ID: asked.ID, Result: result}
}
