package main

import (
	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

type board struct {
	Title string `json:"title"`
}

// dashboardOf reads a dashboard strictly: fields that Grafana does not know, types and required fields, in panels, their options and their queries.
//
// Real code: github.com/grafana/grafana-foundation-sdk/go (v0.0.22), generated from the schemas of Grafana.
func dashboardOf(text string) (any, error) {
	plugins.RegisterDefaultPlugins()
	read := dashboard.Dashboard{}
	if err := read.UnmarshalJSONStrict([]byte(text)); says(err) {
		return nil, err
	}
	if err := read.Validate(); says(err) {
		return nil, err
	}
	title := ""
	if read.Title != nil {
		title = *read.Title
	}
	return board{Title: title}, nil
}

// says is false of an empty list of errors, which the library returns as an error as well.
func says(err error) bool {
	return err != nil && err.Error() != ""
}
