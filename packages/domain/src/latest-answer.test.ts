import { expect, it } from 'vitest'
import { latestAnswers } from './latest-answer.ts'

it('drops an answer that a later question about the same subject has overtaken', async () => {
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

it('applies an answer that needs no waiting at once, and it overtakes one that is still on its way', async () => {
  const ask = latestAnswers<string>()
  const seen: string[] = []
  const slow = ask('name', Promise.resolve('slow'), (answer) => seen.push(answer))
  void ask('name', 'now', (answer) => seen.push(answer))
  expect(seen).toEqual(['now'])
  await slow
  expect(seen).toEqual(['now'])
})
