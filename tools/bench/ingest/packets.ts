const CONNECT = 0x10
/** PUBLISH with QoS 1. */
const PUBLISH = 0x32
const KEEPALIVE_S = 60
/** User name, password, clean session. */
const CONNECT_FLAGS = 0xc2

/** MQTT string: length prefix and text. */
function field(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])
}

function packet(type: number, ...parts: readonly Buffer[]): Buffer {
  let rest = parts.reduce((sum, part) => sum + part.length, 0)
  const head = [type]
  do {
    head.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.concat([Buffer.from(head), ...parts])
}

/** A CONNECT of MQTT 3.1.1 whose user name is the client id. */
export function connectPacket(clientId: string, secret: string): Buffer {
  const head = Buffer.from([4, CONNECT_FLAGS, 0, KEEPALIVE_S])
  return packet(CONNECT, field('MQTT'), head, field(clientId), field(clientId), field(secret))
}

export function publishPacket(topic: string, payload: Buffer, messageId: number): Buffer {
  return packet(PUBLISH, field(topic), Buffer.of(messageId >> 8, messageId & 0xff), payload)
}
