import { expect, it } from 'vitest'
import { NoveltyGuess } from './novelty-guess.ts'

it('guesses that a backfill is new, but nothing of a few points', () => {
  const guess = new NoveltyGuess()
  expect([guess.isNew(499), guess.isNew(500)]).toEqual([false, true])
})

it('guesses nothing for the 50 large groups after a miss', () => {
  const guess = new NoveltyGuess()
  guess.wasWrong()
  const groups = Array.from({ length: 52 }, (_, i) => guess.isNew(i % 2 === 0 ? 5_000 : 700))
  expect(groups).toEqual([...Array<boolean>(50).fill(false), true, true])
  guess.wasWrong()
  for (let i = 0; i < 60; i += 1) guess.isNew(1)
  expect(guess.isNew(5_000)).toBe(false)
})
