import type { MessageMemory, RememberedMessage } from './group.ts'
import { findRecent, rememberLast, rememberOnce } from './message-memory.repository.ts'
import type { Connection } from './sample.repository.ts'

const textOf = ({ deviceNo, key }: MessageMemory) => `${deviceNo}:${key.toString('hex')}`
const rowText = ({ deviceNo, key }: { deviceNo: number; key: string }) => `${deviceNo}:${key}`

/**
 * Drops messages stored before and remembers the others, in the caller's transaction (domain §6.3 step 5). A second
 * occurrence within the list counts as repeated.
 */
export async function dropRepeated<M extends RememberedMessage>(
  connection: Connection,
  messages: readonly M[],
): Promise<M[]> {
  const once = messages.filter(({ memory }) => memory.rule === 'once')
  const resent = messages.filter(({ memory }) => memory.rule === 'resent')
  return [...(await dropKnown(connection, once)), ...(await dropResent(connection, resent))]
}

async function dropKnown<M extends RememberedMessage>(connection: Connection, messages: readonly M[]): Promise<M[]> {
  if (messages.length === 0) return []
  const fresh = new Set((await rememberOnce(connection, messages)).map(rowText))
  // `delete` is true for the first message of a key only.
  return messages.filter(({ memory }) => fresh.delete(textOf(memory)))
}

async function dropResent<M extends RememberedMessage>(connection: Connection, messages: readonly M[]): Promise<M[]> {
  if (messages.length === 0) return []
  const marked = messages.filter(({ memory }) => memory.isMarkedDuplicate)
  const known = new Set(marked.length > 0 ? (await findRecent(connection, marked)).map(rowText) : [])
  const last = new Map<string, M>()
  const accepted = messages.filter((message) => {
    const key = textOf(message.memory)
    const isRepeated = message.memory.isMarkedDuplicate && (known.has(key) || last.has(key))
    last.set(key, message)
    return !isRepeated
  })
  await rememberLast(connection, [...last.values()])
  return accepted
}
