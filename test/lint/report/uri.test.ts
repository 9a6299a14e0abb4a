import { uriOf } from '../../../src/lint/report/uri';

test.each([
  ['dist/app.yaml', 'dist/app.yaml'],
  ['./a b/ü#1%.yaml', './a%20b/%C3%BC%231%25.yaml'],
  ['../up.yaml', '../up.yaml'],
  ['a:b.yaml', 'a%3Ab.yaml'],
  ['what?.yaml', 'what%3F.yaml'],
  ['/srv/manifests/app.yaml', 'file:///srv/manifests/app.yaml'],
  ['//srv/app.yaml', 'file:///srv/app.yaml'],
  ['C:\\manifests\\a b.yaml', 'file:///C:/manifests/a%20b.yaml'],
  ['c:/manifests/app.yaml', 'file:///c:/manifests/app.yaml'],
  ['\\\\server\\share\\app.yaml', 'file://server/share/app.yaml'],
  ['<stdin>', '%3Cstdin%3E'],
  ['half\ud800.yaml', 'half%EF%BF%BD.yaml'],
])('%j is %s', (file, uri) => {
  expect(uriOf(file, '/')).toBe(uri);
  expect(() => new URL(uri, 'file:///work/')).not.toThrow();
  expect(decodeURIComponent(new URL(uri, 'file:///work/').pathname).split('/').at(-1)).toBe(decodeURIComponent(uri).split('/').at(-1));
});

test('a backslash parts folders on Windows and is a letter elsewhere', () => {
  expect([uriOf('dist\\app.yaml', '\\'), uriOf('dist\\app.yaml', '/')]).toEqual(['dist/app.yaml', 'dist%5Capp.yaml']);
  expect(uriOf('D:app.yaml', '\\')).toBe('D%3Aapp.yaml');
});
