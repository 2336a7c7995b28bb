import { describe, expect, it } from 'vitest'
import { brokerOf, connectionUri, curlLine, mosquittoLine, shellWord } from './connection-hint.ts'

const CREDENTIAL = {
  clientId: 'GT-320100-0071',
  secret: 'B5H-ZfBn1JxdanrkQcrVl7eDpLFJz7tp',
  mqttPort: 1883,
  topic: 'dt/GT-320100-0071/tele',
  samplePayload: '{"v":1,"d":{"1":1.23}}',
}

describe('connection hint', () => {
  it('builds a mosquitto_pub command that can be pasted', () => {
    expect(mosquittoLine(CREDENTIAL, { host: 'natim.example', port: 1883 })).toBe(
      'mosquitto_pub -h natim.example -p 1883 -i GT-320100-0071 -u GT-320100-0071 ' +
        `-P B5H-ZfBn1JxdanrkQcrVl7eDpLFJz7tp -q 1 -t dt/GT-320100-0071/tele -m '{"v":1,"d":{"1":1.23}}'`,
    )
  })

  it('says that the port of an external broker is unknown', () => {
    expect(mosquittoLine(CREDENTIAL, { host: 'h', port: null })).toContain("-p '<端口>'")
  })

  it('builds a curl command for HTTP', () => {
    expect(curlLine(CREDENTIAL, 'https://natim.example')).toBe(
      "curl -X POST https://natim.example/jeecg-boot/ingest/v1/tele -H 'content-type: application/json' " +
        `-H 'authorization: Device GT-320100-0071:B5H-ZfBn1JxdanrkQcrVl7eDpLFJz7tp' -d '{"v":1,"d":{"1":1.23}}'`,
    )
  })

  it.each([
    ['plain-1.2', 'plain-1.2'],
    ['two words', "'two words'"],
    ["it's", String.raw`'it'\''s'`],
    ['$(rm)', "'$(rm)'"],
    ['', "''"],
  ])('quotes %s for a shell', (text, word) => {
    expect(shellWord(text)).toBe(word)
  })

  it.each([
    ['192.168.1.9', 1883, 'mqtt://GT-320100-0071:B5H-ZfBn1JxdanrkQcrVl7eDpLFJz7tp@192.168.1.9:1883'],
    ['[::1]', null, 'mqtt://GT-320100-0071:B5H-ZfBn1JxdanrkQcrVl7eDpLFJz7tp@[::1]'],
  ])('puts the broker %s into the QR code', (hostname, port, uri) => {
    expect(connectionUri(CREDENTIAL, brokerOf(hostname, port))).toBe(uri)
  })
})
