package org.example;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.cdk8s.App;
import org.cdk8s.AppProps;

/** {@code Main FOLDER} writes every app into a folder of its own; {@code Main mistakes} prints the reports of the mistakes, as a list in JSON. */
final class Main {
    public static void main(String[] args) throws JsonProcessingException {
        if (args[0].equals("mistakes")) {
            System.out.println(new ObjectMapper().writeValueAsString(Mistakes.reports()));
        } else {
            App app = new App(AppProps.builder().outdir(args[0] + "/first-group").build());
            FirstGroup.build(app);
            app.synth();
        }
        // The Node.js behind the packages holds a thread.
        System.exit(0);
    }
}
