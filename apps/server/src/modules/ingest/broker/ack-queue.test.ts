import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { AckQueue } from './ack-queue.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('sends the acknowledgements of one turn as a single write of PUBACK packets', async () => {
  const stream = new PassThrough()
  const writes: Buffer[] = []
  stream.on('data', (chunk: Buffer) => writes.push(chunk))
  const acks = new AckQueue(stream)
  for (const id of [1, 2, 65_535]) acks.add(id)
  await turn()
  expect(writes).toEqual([Buffer.from([0x40, 2, 0, 1, 0x40, 2, 0, 2, 0x40, 2, 0xff, 0xff])])
  acks.add(256)
  await turn()
  expect(writes.at(-1)).toEqual(Buffer.from([0x40, 2, 1, 0]))
})

it('writes nothing to a closed connection', async () => {
  const stream = new PassThrough()
  stream.on('error', () => expect.fail('wrote after the end'))
  const acks = new AckQueue(stream)
  acks.add(1)
  stream.destroy()
  await turn()
  expect(stream.read()).toBeNull()
})
