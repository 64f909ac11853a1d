interface Begun<Piece> {
  readonly first: Promise<IteratorResult<Piece, void>>;
  readonly source: AsyncGenerator<Piece, void>;
}

/** What all of them give, one after the other; a few are begun before their turn, so that none waits for its start. */
export async function* inTurn<Item, Piece>(items: Iterable<Item>, open: (item: Item) => AsyncGenerator<Piece, void>, ahead: number): AsyncGenerator<Piece, void> {
  const waiting: Begun<Piece>[] = [];
  try {
    for (const item of items) {
      waiting.push(begin(open(item)));
      if (waiting.length > ahead) yield* turnOf(waiting.shift());
    }
    while (waiting.length > 0) yield* turnOf(waiting.shift());
  } finally {
    await Promise.all(waiting.map(({ source }) => source.return()));
  }
}

function begin<Piece>(source: AsyncGenerator<Piece, void>): Begun<Piece> {
  const first = source.next();
  // Heard when its turn comes; it may never come.
  first.catch(() => undefined);
  return { first, source };
}

async function* turnOf<Piece>(begun: Begun<Piece> | undefined): AsyncGenerator<Piece, void> {
  if (begun === undefined) return;
  try {
    const { done, value } = await begun.first;
    if (done) return;
    yield value;
    yield* begun.source;
  } finally {
    await begun.source.return();
  }
}
