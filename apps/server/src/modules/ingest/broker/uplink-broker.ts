import { Aedes, type AedesOptions, type Client } from 'aedes'

type Publish = Aedes['publish']
type PublishDone = Parameters<Publish>[1]

/**
 * Aedes without fan-out of up messages. There is one broker, `dt/…` cannot be subscribed to, and retained states live
 * in the database, so matching, retaining and queueing would be wasted work.
 */
export class UplinkBroker extends Aedes {
  constructor(options: AedesOptions) {
    super(options)
    const publish = this.publish.bind(this) as (packet: unknown, client: unknown, done: unknown) => void
    const skipUplink = (packet: { topic: string }, client: Client | PublishDone | null, done?: PublishDone): void => {
      const callback = typeof client === 'function' ? client : done
      if (packet.topic.startsWith('dn/')) publish(packet, client, done)
      else callback?.()
    }
    this.publish = skipUplink
  }
}
