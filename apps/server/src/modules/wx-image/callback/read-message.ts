import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'

/** A message sent to the account. */
export type WxMessage = {
  readonly msgId: string
  readonly openId: string
} & (
  | { readonly kind: 'image'; readonly mediaId: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'location'; readonly lng: number; readonly lat: number; readonly label: string }
)

const MAX_TEXT = 500
/** Declarations could define entities and read files; the platform sends none. */
const DECLARATION = /<!(?!\[CDATA\[)/

const parser = new XMLParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  trimValues: true,
  cdataPropName: false,
})

const word = (max: number) => z.string().min(1).max(max)
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
/** Decodes the five predefined entities of XML; others cannot be declared. */
const plain = (text: string) => text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
// Characters that text columns reject.
const UNSTORABLE = /[\0\p{Surrogate}]/gu
const cut = (text: string) => plain(text).replace(UNSTORABLE, '').trim().slice(0, MAX_TEXT)

const coordinate = (max: number) => z.coerce.number().min(-max).max(max)
const common = { FromUserName: word(64), MsgId: word(64) }
const message = z.discriminatedUnion('MsgType', [
  z.object({ ...common, MsgType: z.literal('image'), MediaId: word(200) }),
  z.object({ ...common, MsgType: z.literal('text'), Content: z.string().max(4_096) }),
  z.object({
    ...common,
    MsgType: z.literal('location'),
    Location_X: coordinate(90),
    Location_Y: coordinate(180),
    Label: z.string().max(500).default(''),
  }),
])
const root = z.object({
  xml: z.looseObject({ MsgType: z.string().max(32).optional(), Encrypt: z.string().optional() }),
})

function parse(xml: string) {
  if (DECLARATION.test(xml)) return undefined
  try {
    return root.safeParse(parser.parse(xml, true)).data?.xml
  } catch {
    return undefined
  }
}

/** The sealed text of an encrypted call; undefined if there is none. */
export const readEncrypted = (xml: string): string | undefined => parse(xml)?.Encrypt

/** `ignored` for a message of an unsupported kind; undefined for anything that is not a message. */
export function readMessage(xml: string): WxMessage | 'ignored' | undefined {
  const found = parse(xml)
  if (found?.MsgType === undefined) return undefined
  if (!['image', 'text', 'location'].includes(found.MsgType)) return 'ignored'
  const { data } = message.safeParse(found)
  if (data === undefined) return undefined
  const who = { msgId: data.MsgId, openId: data.FromUserName }
  switch (data.MsgType) {
    case 'image':
      return { ...who, kind: 'image', mediaId: data.MediaId }
    case 'text':
      return { ...who, kind: 'text', text: cut(data.Content) }
    case 'location':
      return { ...who, kind: 'location', lat: data.Location_X, lng: data.Location_Y, label: cut(data.Label) }
  }
}
