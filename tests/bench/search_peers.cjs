// MiniSearch or FlexSearch behind a pipe: node search_peers.cjs minisearch|flexsearch
// One JSON value a line: papers, then null, which is answered by null once they are indexed;
// then questions [text, k], each answered by a list of ids, best first.
'use strict'
const readline = require('node:readline')

const engines = {
  minisearch () {
    const MiniSearch = require('minisearch')
    const index = new MiniSearch({
      fields: ['title', 'abstract', 'authors'],
      searchOptions: { boost: { title: 2 }, fuzzy: 0.2, prefix: true }
    })
    return {
      add: (paper) => index.add(paper),
      search: (text, k) => index.search(text).slice(0, k).map((hit) => hit.id)
    }
  },

  flexsearch () {
    const { Document } = require('flexsearch')
    const fields = [['title', 'forward'], ['authors', 'forward'], ['abstract', 'strict']]
    const index = new Document({
      document: { id: 'id', index: fields.map(([field, tokenize]) => ({ field, tokenize })) }
    })
    // Without `suggest` every word must be there.
    const options = (limit) => ({ limit, suggest: true, merge: true })
    return {
      add: (paper) => index.add(paper),
      search: (text, k) => index.search(text, options(k)).slice(0, k).map((hit) => hit.id)
    }
  }
}

const engine = engines[process.argv[2]]()
const answer = (value) => process.stdout.write(JSON.stringify(value) + '\n')

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const said = JSON.parse(line)
  if (Array.isArray(said)) answer(engine.search(...said))
  else if (said === null) answer(null)
  else engine.add(said)
})
