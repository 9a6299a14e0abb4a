import { UNKNOWN, Variables } from '../../../src/lint/facts/shell-arithmetic';
import { commandsOfScript } from '../../../src/lint/facts/shell-words';

const VARIABLES: Variables = new Map([['SIZE', '4'], ['LOCAL', '2'], ['ARGS', '--tp 8 --pp 2'], ['SECRET', UNKNOWN], ['BLANK', '  '], ['SPACED', ' a  b ']]);

function words(script: string): string[][] {
  return commandsOfScript(script, VARIABLES);
}

describe('words of a script', () => {
  test.each([
    ['serve --tp 8', [['serve', '--tp', '8']]],
    ['serve --name "a b" \'c $SIZE\' d\\ e', [['serve', '--name', 'a b', 'c $SIZE', 'd e']]],
    ['serve \\\n  --tp $SIZE --pp ${LOCAL}', [['serve', '--tp', '4', '--pp', '2']]],
    ['serve $ARGS', [['serve', '--tp', '8', '--pp', '2']]],
    ['serve "$ARGS"', [['serve', '--tp 8 --pp 2']]],
    ['serve --tp $((SIZE * LOCAL)) --pp=$(( $SIZE - 1 ))', [['serve', '--tp', '8', '--pp=3']]],
    ['serve --tp ${SIZE:-1}', [['serve', '--tp', '4']]],
    ['a; b && c || d | e & f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
    ['exec serve # --tp 8\nnext', [['serve'], ['next']]],
    ['serve > /log 2>&1 --tp 8', [['serve', '--tp', '8']]],
    ['cat <<EOF\nvllm serve\nEOF\nserve', [['cat'], ['serve']]],
    ['SIZE=16 serve --tp $SIZE', [['serve', '--tp', '4']]],
    ['a \\b c', [['a', 'b', 'c']]],
    ['a x>f b', [['a', 'x', 'b']]],
    ['cat <<EOF; b\nx\nEOF\nc', [['cat'], ['b'], ['c']]],
    ['serve $BLANK $SPACED x', [['serve', 'a', 'b', 'x']]],
    ['a\fb', [['a\fb']]],
    ['a \\', [['a', '']]],
    ['a "\\', [['a', '\\']]],
    ['a "\\`x\\$SIZE\\y"', [['a', '`x$SIZE\\y']]],
    ['serve ${SIZE', [['serve', '4']]],
    ['cat <<\na\n\nb', [['cat'], ['a'], ['b']]],
    ['export SIZE=1 OTHER LOCAL=3\nserve $SIZE $LOCAL', [['serve', '1', '3']]],
    ['export\nserve', [['serve']]],
    ['GPUS1=3; serve $((GPUS1 * 2))', [['serve', '6']]],
    ['SIZE=16; export LOCAL=8\nserve $SIZE $LOCAL', [['serve', '16', '8']]],
    ['if [ "$X" = 0 ]; then serve --head; else serve --worker; fi', [['[', UNKNOWN, '=', '0', ']'], ['serve', '--head'], ['serve', '--worker']]],
  ])('%j', (script, expected) => {
    expect(words(script)).toEqual(expected);
  });

  test.each(['serve $MISSING', 'serve $SECRET', 'serve ${MISSING:-8}', 'serve $(nproc)', 'serve `nproc`', 'serve $((A * B))', 'serve $1', 'serve ${SIZE%x}', 'serve $((1+12', 'serve $(11+12)'])(
    '%j has a word that nobody knows', script => {
      expect(words(script)).toEqual([['serve', UNKNOWN]]);
    });

  test('all arguments are what stands behind the script, and unknown inside another word', () => {
    const script = 'exec "$@" --rank x$@';
    expect(commandsOfScript(script, VARIABLES, ['serve', '--tp', '8'])).toEqual([['serve', '--tp', '8', '--rank', `x${UNKNOWN}@`]]);
    expect(commandsOfScript(script, VARIABLES)[0][0]).toBe(UNKNOWN);
  });

  test('what a branch assigns is unknown after it', () => {
    expect(words('if true; then SIZE=8; fi\nserve $SIZE')).toContainEqual(['serve', UNKNOWN]);
  });

  test('a variable of a loop is unknown in it', () => {
    expect(words('for SIZE in 1 2; do serve $SIZE; done')).toContainEqual(['serve', UNKNOWN]);
  });

  test.each(['"', '\'', '`', '$(', '${', '$((', '\\', '<<', '<<EOF\nx', 'a >', '&&', '\u0000', 'case', 'for', '${SIZE', '"$('])('%j ends without an error', script => {
    expect(() => words(script)).not.toThrow();
    expect(() => words(`${script}`.repeat(500))).not.toThrow();
  });
});
