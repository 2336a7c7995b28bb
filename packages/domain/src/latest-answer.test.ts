import { expect, it } from 'vitest'
import { latestAnswers } from './latest-answer.ts'

it('drops an answer superseded by a later question with the same key', async () => {
  const ask = latestAnswers<string>()
  const seen: string[] = []
  let answerFirst: (answer: string) => void = () => {}
  const first = new Promise<string>((resolve) => {
    answerFirst = resolve
  })
  const asked = [
    ask('name', first, (answer) => seen.push(answer)),
    ask('name', Promise.resolve('second'), (answer) => seen.push(answer)),
    ask('code', Promise.resolve('other'), (answer) => seen.push(answer)),
  ]
  answerFirst('first')
  await Promise.all(asked)
  expect(seen.toSorted()).toEqual(['other', 'second'])
})

it('applies a synchronous answer at once, superseding one still pending', async () => {
  const ask = latestAnswers<string>()
  const seen: string[] = []
  const slow = ask('name', Promise.resolve('slow'), (answer) => seen.push(answer))
  void ask('name', 'now', (answer) => seen.push(answer))
  expect(seen).toEqual(['now'])
  await slow
  expect(seen).toEqual(['now'])
})
