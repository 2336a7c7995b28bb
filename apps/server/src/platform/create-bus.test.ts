import { expect, test } from 'vitest'
import { createBus } from './create-bus.ts'

test('without NATS_URL the bus is in-process, and a failing handler is logged', async () => {
  const errors: unknown[] = []
  const log = { error: (details: object) => errors.push(details), info: () => undefined }
  const bus = await createBus({ natsUrl: undefined }, log)
  const heard: string[] = []
  bus.subscribe('sessionsEnded', () => {
    throw new Error('broken')
  })
  const end = bus.subscribe('sessionsEnded', ([id]) => heard.push(id ?? ''))
  bus.publish('sessionsEnded', ['1'])
  end()
  bus.publish('sessionsEnded', ['2'])
  expect(heard).toEqual(['1'])
  expect(errors).toHaveLength(2)
  await bus.close()
})

test('with NATS_URL the bus works at once, even when the server is unreachable', async () => {
  const log = { error: () => undefined, info: () => undefined }
  const bus = await createBus({ natsUrl: 'nats://127.0.0.1:1' }, log)
  let heard = 0
  bus.subscribe('registers', () => {
    heard += 1
  })
  bus.publish('registers', {})
  expect(heard).toBe(1)
  await bus.close()
})
