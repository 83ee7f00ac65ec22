"""The prover of Solitaire on plain numbers: which tiles are partners, and can all be taken?"""
