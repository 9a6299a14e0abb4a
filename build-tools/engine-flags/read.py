"""
Reads the flags and variables of releases of an engine out of its sources, without running them, and writes them as one table: a line a name, with the releases that have it.

    python3 build-tools/engine-flags/read.py vllm FOLDER > src/knowledge/engines/flags/vllm.generated.ts

FOLDER has one folder a release with the sources of its package in it: FOLDER/vllm-0.11.0/vllm/engine/arg_utils.py. What needs to be there says FILES.
A release stands for the others of its minor (vLLM, text-generation-inference) or patch (SGLang): a flag that one of them has is taken for one of all.
"""
import ast
import pathlib
import re
import sys
import textwrap

FILES = {
    'vllm': [
        'vllm/engine/arg_utils.py', 'vllm/entrypoints/openai/cli_args.py', 'vllm/entrypoints/launchers/cli_args.py',
        'vllm/entrypoints/common/cli_args.py', 'vllm/entrypoints/cli/serve.py', 'vllm/utils/argparse_utils.py', 'vllm/envs.py',
    ],
    'sglang': ['sglang/srt/server_args.py', 'sglang/srt/arg_groups/**/*.py', 'sglang/launch_server.py', 'sglang/cli/serve.py'],
    'tgi': ['launcher/src/main.rs'],
    'llama_cpp_python': ['vendor/llama.cpp/common/arg.cpp'],
    'tritonserver': ['src/command_line_parser.cc'],
}

# Classes each of whose fields becomes a flag of its name. Source: vllm cli_args.py FrontendArgs.add_cli_args
FIELD_CLASSES = {'FrontendArgs', 'BaseFrontendArgs'}

# Written by hand into the parser, before argparse sees it. Source: vllm vllm/utils FlexibleArgumentParser.parse_args (-O3, -O.level)
ALWAYS = {'vllm': {'-O', '--config'}}

# What a release stands for.
GROUPS = {'vllm': r'^\d+\.\d+', 'sglang': r'^\d+\.\d+\.\d+', 'tgi': r'^\d+\.\d+', 'llama_cpp_python': r'^', 'tritonserver': r'^'}

SOURCES = {
    'vllm': "vllm {releases}: vllm/engine/arg_utils.py, vllm/entrypoints/{{openai,launchers,common}}/cli_args.py, vllm/entrypoints/cli/serve.py, vllm/envs.py",
    'sglang': 'sglang {releases}: python/sglang/srt/server_args.py, python/sglang/srt/arg_groups',
    'tgi': 'text-generation-inference {releases}: launcher/src/main.rs, struct Args',
    'llama_cpp_python': 'llama.cpp common/arg.cpp as llama-cpp-python {releases} has it',
    'tritonserver': 'triton-inference-server/server {releases}: src/command_line_parser.cc',
}


def argparse_flags(text):
    # Variables: keys of a dictionary of functions, in vllm/envs.py.
    yield from re.findall(r'''^    ["'](VLLM_[A-Z0-9_]+)["']:''', text, re.M)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and getattr(node.func, 'attr', '') == 'add_argument':
            yield from (each.value for each in node.args if isinstance(each, ast.Constant) and str(each.value).startswith('-'))
        if isinstance(node, ast.ClassDef):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    yield from field_flags(field, node.name in FIELD_CLASSES)


def field_flags(field, is_flag):
    """`name: A[int, Arg(cli_name=…, aliases=[…])]`. Source: sglang python/sglang/srt/arg_groups/arg_utils.py"""
    name = '--' + field.target.id.replace('_', '-')
    annotation = field.annotation
    if is_flag:
        yield name
    elif isinstance(annotation, ast.Subscript) and getattr(annotation.value, 'id', '') == 'A':
        told = {key.arg: key.value for call in ast.walk(annotation) if isinstance(call, ast.Call) and getattr(call.func, 'id', '') == 'Arg' for key in call.keywords}
        if getattr(told.get('no_cli'), 'value', False) is not True:
            yield getattr(told.get('cli_name'), 'value', None) or name
            yield from (each.value for each in getattr(told.get('aliases'), 'elts', []))


def clap_flags(text):
    body = re.search(r'\nstruct Args \{(.*?)\n\}', text, re.S).group(1)
    for attribute, name in re.findall(r'#\[clap\(([^\]]*)\)\]\s+(\w+):', body):
        yield '--' + name.replace('_', '-')
        if re.search(r'\bshort\b', attribute):
            yield '-' + name[0]


def arg_cpp_flags(text):
    """Flags, and the variables that say the same."""
    for names in re.findall(r'common_arg\(\s*\{([^}]*)\}(?:,\s*\{([^}]*)\})?', text):
        yield from re.findall(r'"(-[^"]+)"', ','.join(names))
    yield from re.findall(r'set_env\("(\w+)"\)', text)


def triton_flags(text):
    yield from ('--' + name for name in re.findall(r'\{\s*OPTION_\w+,\s*"([a-z0-9-]+)"', text))


READERS = {'vllm': argparse_flags, 'sglang': argparse_flags, 'tgi': clap_flags, 'llama_cpp_python': arg_cpp_flags, 'tritonserver': triton_flags}


def flags_of_release(engine, folder):
    texts = [file.read_text() for pattern in FILES[engine] for file in sorted(folder.glob(pattern))]
    flags = {flag.replace('_', '-') if flag.startswith('--') else flag for text in texts for flag in READERS[engine](text)}
    if any('EnableDisableAction' in text for text in texts):
        # Each of a pair stands for the other. Source: vllm vllm/utils/argparse_utils.py
        flags |= {re.sub('^--enable-', '--disable-', flag) for flag in flags} | {re.sub('^--disable-', '--enable-', flag) for flag in flags}
    return flags | ALWAYS.get(engine, set())


def release_key(version):
    return [int(part) for part in re.findall(r'\d+', version)]


def spans(places, count):
    """`3-17 20-`: from which release to which; without an end it was there in the newest."""
    runs = []
    for place in sorted(places):
        if runs and place == runs[-1][1] + 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    return ' '.join(f"{first}-{'' if last == count - 1 else last}" for first, last in runs)


def wrapped(text):
    return textwrap.fill(text, 150).replace('\n', '\n * ')


def main(engine, root):
    folders = {path.name[len(engine) + 1:]: path for path in pathlib.Path(root).glob(f'{engine}-*')}
    versions = sorted(folders, key=release_key)
    groups = list(dict.fromkeys(re.search(GROUPS[engine], version).group(0) for version in versions))
    places = {}
    for version in versions:
        for flag in flags_of_release(engine, folders[version]):
            places.setdefault(flag, set()).add(groups.index(re.search(GROUPS[engine], version).group(0)))
    print(f"/*\n * Written by build-tools/engine-flags/read.py.\n *\n * Source: {wrapped(SOURCES[engine].format(releases=', '.join(versions)))}\n */\n")
    print(f"export const RELEASES = '{' '.join(groups)}';\n\nexport const FLAGS = `")
    for flag in sorted(places):
        print(flag, spans(places[flag], len(groups)))
    print('`;')


if __name__ == '__main__':
    main(*sys.argv[1:])
