/*
 * Variables that programs of this field read, whoever they are: a name that is nearly one of them is probably meant to be it.
 */

/** Names that libraries read. */
export const WELL_KNOWN_VARIABLES: readonly string[] = [
  // Source: huggingface_hub src/huggingface_hub/constants.py (1.0), docs/source/en/package_reference/environment_variables.md
  'HF_TOKEN', 'HF_TOKEN_PATH', 'HF_HOME', 'HF_HUB_CACHE', 'HF_ASSETS_CACHE', 'HF_XET_CACHE', 'HF_ENDPOINT', 'HF_HUB_OFFLINE', 'HF_HUB_ENABLE_HF_TRANSFER', 'HF_HUB_DISABLE_XET',
  'HF_HUB_DISABLE_TELEMETRY', 'HF_HUB_DISABLE_PROGRESS_BARS', 'HF_HUB_DISABLE_SYMLINKS_WARNING', 'HF_HUB_DISABLE_IMPLICIT_TOKEN', 'HF_HUB_DOWNLOAD_TIMEOUT', 'HF_HUB_ETAG_TIMEOUT', 'HF_HUB_VERBOSITY',
  'HF_XET_HIGH_PERFORMANCE', 'HF_DATASETS_CACHE', 'HF_DATASETS_OFFLINE', 'HF_MODULES_CACHE', 'HF_EVALUATE_OFFLINE',
  'HUGGING_FACE_HUB_TOKEN', 'HUGGINGFACE_HUB_CACHE', 'HUGGINGFACE_ASSETS_CACHE',
  // Source: transformers src/transformers/utils/hub.py
  'TRANSFORMERS_CACHE', 'TRANSFORMERS_OFFLINE', 'TRANSFORMERS_VERBOSITY', 'TOKENIZERS_PARALLELISM',
  // Source: CUDA C++ Programming Guide, CUDA environment variables; nvidia-container-toolkit docs
  'CUDA_VISIBLE_DEVICES', 'CUDA_DEVICE_ORDER', 'CUDA_LAUNCH_BLOCKING', 'CUDA_CACHE_PATH', 'CUDA_HOME', 'CUDA_PATH', 'NVIDIA_VISIBLE_DEVICES', 'NVIDIA_DRIVER_CAPABILITIES',
  // Source: pytorch docs/source/notes/cuda.rst, docs/source/torch_nccl_environment_variables.rst
  'PYTORCH_CUDA_ALLOC_CONF', 'PYTORCH_ALLOC_CONF', 'TORCH_NCCL_ASYNC_ERROR_HANDLING', 'TORCH_NCCL_BLOCKING_WAIT',
];

/** Beginnings of names that may be one of these, or one of NCCL's, misspelt. */
export const LIKE_WELL_KNOWN = /^(?:HF|HUG|TRANSFOR|TOKENI|CUDA|NVIDIA|PYTOR|TORCH|NCC)/;

/** What people give a token to servers of models by, and what nobody there reads. Names that other libraries do read (LangChain, LiteLLM) may be meant for those. */
export const TOKENS_NOBODY_READS: ReadonlySet<string> = new Set([
  'HUGGINGFACE_TOKEN', 'HUGGING_FACE_TOKEN', 'HUGGINGFACE_HUB_TOKEN', 'HUGGINGFACEHUB_TOKEN', 'HUGGING_FACE_ACCESS_TOKEN', 'HUGGINGFACE_ACCESS_TOKEN', 'HF_ACCESS_TOKEN', 'HF_HUB_TOKEN', 'HF_AUTH_TOKEN',
]);

/** What is read instead. Source: huggingface_hub src/huggingface_hub/utils/_auth.py _get_token_from_environment */
export const TOKENS_READ: readonly string[] = ['HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN'];
