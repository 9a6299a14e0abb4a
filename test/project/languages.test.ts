import * as fs from 'fs';
import * as path from 'path';
import { exampleNames, ROOT } from '../../build-tools/examples';
import { MISTAKES } from '../../languages/mistakes';

const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');
const APPS = fs.readdirSync(path.join(ROOT, 'languages/python/apps')).map(file => path.basename(file, '.py'));

test('the app on the page for Python is the one that the languages suite runs', () => {
  const [, imports, body] = /^"""[^\n]*\n([\s\S]*?)\n\n\ndef build\(app: App\) -> None:\n([\s\S]*)$/.exec(read('languages/python/apps/first_group.py'))!;
  expect(read('docs/python.md')).toContain(`\`\`\`python\n${imports}\n\napp = App()\n${body.replace(/^ {4}/gm, '')}\napp.synth()\n\`\`\`\n`);
});

test('the app on the page for Go is too', () => {
  const [, imports, body] = /^([\s\S]*?)\n\n\/\/ firstGroup[^\n]*\nfunc firstGroup\(app cdk8s\.App\) \{\n([\s\S]*)\n\}\n$/.exec(read('languages/go/first_group.go'))!;
  expect(read('docs/go.md')).toContain(`\`\`\`go\n${imports}\n\nfunc main() {\n\tdefer jsii.Close()\n\tapp := cdk8s.NewApp(nil)\n${body}\n\n\tapp.Synth()\n}\n\`\`\`\n`);
});

test('the app on the page for Java is too', () => {
  const [, imports, body] = /^package org\.example;\n\n([\s\S]*?)\n\n\/\*\*[^\n]*\nfinal class FirstGroup \{\n {4}static void build\(App app\) \{\n([\s\S]*?)\n {4}\}\n\}\n$/
    .exec(read('languages/java/src/main/java/org/example/FirstGroup.java'))!;
  expect(read('docs/java.md')).toContain([
    `\`\`\`java\n${imports}\n\npublic final class Main {\n    public static void main(String[] args) {\n        App app = new App();\n${body}\n`,
    '\n        app.synth();\n    }\n}\n```\n',
  ].join(''));
});

test('the tests on the page about testing are those that the languages suite runs in Python', () => {
  const [, body] = /^"""[^\n]*\n([\s\S]*?)\n\n\nif __name__/.exec(read('languages/python/testing.py'))!;
  expect(read('docs/testing-your-app.md')).toContain(`<!-- languages/python/testing.py -->\n\`\`\`python\n${body}\n\`\`\`\n`);
});

test('every other app is that of an example', () => {
  expect(APPS.filter(app => app !== 'first_group' && !exampleNames().includes(app.replace(/_/g, '-')))).toEqual([]);
  expect(APPS.length).toBeGreaterThan(1);
});

test('the mistakes are as many in each language', () => {
  expect(read('languages/python/mistakes.py').match(/^ {4}lambda chart: /gm)).toHaveLength(MISTAKES.length);
  expect(read('languages/java/src/main/java/org/example/Mistakes.java').match(/^ {8}chart -> /gm)).toHaveLength(MISTAKES.length);
  expect(read('languages/go/mistakes.go').match(/^\tfunc\(chart cdk8s\.Chart\) \{/gm)).toHaveLength(MISTAKES.length);
});
