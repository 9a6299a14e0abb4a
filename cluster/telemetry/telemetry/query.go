package main

import (
	"sort"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

// selector is one series of a query, with the labels that its matchers name.
type selector struct {
	Name   string   `json:"name"`
	Labels []string `json:"labels"`
}

type parsed struct {
	// Type of the result: vector, scalar, matrix, string.
	Type      string     `json:"type"`
	Selectors []selector `json:"selectors"`
	// Labels that are grouped by or matched on.
	Grouping []string `json:"grouping"`
}

// query parses an expression as Prometheus does.
//
// Real code: github.com/prometheus/prometheus/promql/parser (v0.316.0) with the options that a Prometheus without feature flags has.
func query(text string) (any, error) {
	expression, err := parser.NewParser(parser.Options{}).ParseExpr(text)
	if err != nil {
		return nil, err
	}
	found := parsed{Type: string(expression.Type()), Selectors: []selector{}, Grouping: []string{}}
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		switch each := node.(type) {
		case *parser.VectorSelector:
			found.Selectors = append(found.Selectors, selectorOf(each))
		case *parser.AggregateExpr:
			found.Grouping = append(found.Grouping, each.Grouping...)
		case *parser.BinaryExpr:
			if each.VectorMatching != nil {
				found.Grouping = append(found.Grouping, each.VectorMatching.MatchingLabels...)
			}
		}
		return nil
	})
	return found, nil
}

func selectorOf(node *parser.VectorSelector) selector {
	found := selector{Name: node.Name, Labels: []string{}}
	for _, matcher := range node.LabelMatchers {
		// A name may also be a pattern of names.
		if matcher.Name == labels.MetricName && matcher.Type == labels.MatchEqual {
			found.Name = matcher.Value
		} else if matcher.Name != labels.MetricName {
			found.Labels = append(found.Labels, matcher.Name)
		}
	}
	sort.Strings(found.Labels)
	return found
}
