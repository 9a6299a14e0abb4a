package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

type documentsParams struct {
	Text string `json:"text"`
}

// documents splits a text into documents and converts each to JSON, both as Kubernetes does it. Duplicate keys are an error, as for an API server
// that gets YAML with fieldValidation=Strict.
//
// Real code: k8s.io/apimachinery/pkg/util/yaml NewYAMLReader (v0.36.3) splits, sigs.k8s.io/yaml YAMLToJSONStrict (v1.6.0) converts.
// Source: the same pair in k8s.io/cli-runtime/pkg/resource/visitor.go (v0.36, kubectl, which converts without Strict) and in
// k8s.io/apimachinery/pkg/runtime/serializer/json/json.go (v0.36, strict decoding).
// Ours: a document without content (an empty one, or comments only) is left out, as kubectl does with "null".
func documents(params documentsParams) ([]json.RawMessage, error) {
	reader := utilyaml.NewYAMLReader(bufio.NewReader(strings.NewReader(params.Text)))
	found := []json.RawMessage{}
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, err
		}
		converted, err := yaml.YAMLToJSONStrict(document)
		if err != nil {
			return nil, err
		}
		if string(converted) != "null" {
			found = append(found, converted)
		}
	}
}
