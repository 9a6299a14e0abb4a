package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cdk8s.App;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class FirstGroupTest {
    /** The StatefulSets of the app, as they are written. */
    private static List<String> groups;

    @BeforeAll
    static void build() {
        App app = new App();
        FirstGroup.build(app);
        groups = Stream.of(app.synthYaml().toString().split("\n---\n")).filter(text -> text.contains("kind: StatefulSet\n")).toList();
    }

    /** Under another name the pods start anew, with empty volumes. */
    @Test
    void namesStay() {
        assertEquals(List.of("llama405-0-leader", "llama405-0-worker"), groups.stream().map(group -> first("(?m)^  name: (.*)$", group)).toList());
    }

    @Test
    void eachPodHasTheGpusThatTheModelIsCutFor() {
        groups.forEach(group -> assertEquals("8", first("nvidia.com/gpu: \"(.*)\"", group)));
    }

    private static String first(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        return found.find() ? found.group(1) : null;
    }
}
