package org.example;

import org.cdk8s.App;

public final class Main {
    public static void main(String[] args) {
        App app = new App();
        FirstGroup.build(app);
        app.synth();
        // The Node.js behind the packages holds a thread.
        System.exit(0);
    }
}
