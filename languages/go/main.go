// Package main synthesises every app into a folder of its own: main FOLDER. With the argument "mistakes" it prints the reports of mistakes as a list in JSON.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

var apps = map[string]func(cdk8s.App){
	"first-group":        firstGroup,
	"leader-and-workers": leaderAndWorkers,
}

func main() {
	defer jsii.Close()
	if os.Args[1] == "mistakes" {
		reports := make([]string, len(mistakes))
		for index, mistake := range mistakes {
			reports[index] = report(mistake)
		}
		text, _ := json.Marshal(reports)
		fmt.Println(string(text))
		return
	}
	for name, build := range apps {
		app := cdk8s.NewApp(&cdk8s.AppProps{Outdir: jsii.String(filepath.Join(os.Args[1], name))})
		build(app)
		app.Synth()
	}
}

// report is what the panic of a mistake says: jsii has no other way to tell an error.
func report(mistake func(cdk8s.Chart)) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	app := cdk8s.NewApp(nil)
	mistake(cdk8s.NewChart(app, jsii.String("prod"), nil))
	app.Synth()
	return ""
}
