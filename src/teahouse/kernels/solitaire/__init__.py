"""The prover of Solitaire on plain numbers: who must go with whom, and can everything go?"""
