"""Look-ups: what arXiv, Crossref, OpenReview, the ACL Anthology and PMLR know of a paper."""
