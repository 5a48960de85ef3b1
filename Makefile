# Thin on purpose: each target calls one command, which also works by hand.
.DEFAULT_GOAL := help
.PHONY: help demo run test check bench bench-search bench-digests check-lock lock locks clean
MAKEFLAGS += --no-print-directory

bin := .venv/bin
LOCKS := deploy/requirements
# Further words for the command, as in: make test ARGS="-k digest"
ARGS :=

help:
	@echo 'make demo    try Paperboy in your browser: a simulated Discord, no account, no token'
	@echo 'make run     run it on Discord (put your token into .env first, see .env.example)'
	@echo
	@echo 'To work on it:'
	@echo 'make test    run the tests'
	@echo 'make check   format, lint, types, import rules, locks'
	@echo 'make bench   measure the reading of text, as in: make bench PAPERS=papers.jsonl.xz'
	@echo 'make bench-search  measure search beside other engines, as in: PAPERS=papers.jsonl.xz'
	@echo 'make bench-digests  measure 10,000 digests due at once; fewer: ARGS="--digests 1000"'
	@echo 'make lock    bring the locked versions in line with pyproject.toml (newest: ARGS=--upgrade)'
	@echo 'make clean   remove .venv and everything else that was made here'

demo:
	@sh deploy/bootstrap.sh demo
	@$(bin)/paperboy demo $(ARGS)

run:
	@sh deploy/bootstrap.sh bot
	@$(bin)/paperboy run $(ARGS)

test:
	@sh deploy/bootstrap.sh dev
	@$(bin)/python -m pytest -n 2 --dist loadfile $(ARGS)

check:
	@sh deploy/bootstrap.sh dev
	$(bin)/ruff format --check .
	$(bin)/ruff check .
	$(bin)/mypy
	$(bin)/lint-imports --no-logo
	@$(MAKE) check-lock

# Text, names and headlines over many papers, one JSON object a line with title and abstract.
bench:
	@sh deploy/bootstrap.sh dev
	@$(bin)/python -m tests.bench.text_bench $(PAPERS)

# Search beside other engines: make bench-search PAPERS=papers.jsonl.xz ARGS="--sizes 10000"
bench-search:
	@sh deploy/bootstrap.sh dev
	@$(bin)/python -m tests.bench.search_bench $(PAPERS) $(if $(QUERIES),--queries $(QUERIES)) \
		$(if $(COLLECTIONS),--collections $(COLLECTIONS)) $(ARGS)

# Digests due in the same minute: make bench-digests PAPERS=papers.jsonl.xz ARGS="--digests 1000"
bench-digests:
	@sh deploy/bootstrap.sh dev
	@$(bin)/python -m tests.bench.digest_bench $(PAPERS) $(ARGS)

# The locks are compiled anew beside themselves; what differs is out of date.
# A newer release of a library is no difference: pinned versions stay while they fit.
check-lock:
	@rm -rf .venv/locks && cp -R $(LOCKS) .venv/locks
	@if $(MAKE) locks LOCKS=.venv/locks 2>.venv/locks.log; then \
		diff -r $(LOCKS) .venv/locks >/dev/null && echo 'The locks are up to date.' || \
		{ echo 'deploy/requirements does not match pyproject.toml: run "make lock" and commit what it changes.' >&2; exit 1; }; \
	elif grep -Eq 'error sending request|dns error|\(Connect\)|timed out' .venv/locks.log; then \
		echo 'The locks could not be checked: the package index does not answer.'; \
	else \
		cat .venv/locks.log >&2; exit 1; \
	fi

lock:
	@sh deploy/bootstrap.sh dev
	@$(MAKE) locks

# dev is resolved first; the smaller sets start from its versions and so agree with it.
compile := $(bin)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'
locks:
	@$(compile) $(ARGS) --all-extras -o $(LOCKS)/dev.txt
	@cp $(LOCKS)/dev.txt $(LOCKS)/demo.txt
	@$(compile) --extra build --extra demo -o $(LOCKS)/demo.txt
	@cp $(LOCKS)/demo.txt $(LOCKS)/bot.txt
	@$(compile) --extra build -o $(LOCKS)/bot.txt

clean:
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find bot cogs tests -name __pycache__ -type d -prune -exec rm -rf {} +
