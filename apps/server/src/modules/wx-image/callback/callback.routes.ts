import { wxCallbackEndpoints } from '@natim/contract/mon/wx-image'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { implement } from '../../../platform/http/implement.ts'
import { readEncrypted, readMessage } from './read-message.ts'
import { decrypt, isSigned } from './signature.ts'
import { type TakeDeps, takeMessage } from './take-message.ts'

export interface CallbackDeps extends TakeDeps {
  /** Without a token every call is refused. */
  readonly token: string | undefined
  readonly aesKey: string | undefined
  readonly appId: string | undefined
}

interface SignedQuery {
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
  readonly msg_signature?: string | undefined
  readonly encrypt_type?: string | undefined
}

const refuse = (reply: FastifyReply) => reply.status(403).type('text/plain; charset=utf-8').send('signature')
/** The platform takes `success` as received, and anything else as a failure. */
const answer = (reply: FastifyReply, text: string) => reply.type('text/plain; charset=utf-8').send(text)

/**
 * `/mon/wx/callback`: receives messages of senders from the account. Calls must be signed by the platform; messages
 * answered with `success` are stored, and repeated calls are ignored.
 */
export function registerWxCallback(api: FastifyInstance, deps: CallbackDeps): void {
  void api.register(async (scope) => {
    for (const type of ['text/xml', 'application/xml'])
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    implement(scope, wxCallbackEndpoints, {
      echo({ query, ctx: { reply } }) {
        const isRight = deps.token !== undefined && isSigned(deps.token, query, deps.now())
        return isRight ? answer(reply, query.echostr) : refuse(reply)
      },
      async message({ query, ctx: { request, reply } }) {
        const xml = textOf(request, query, deps)
        if (xml === undefined) return refuse(reply)
        const message = readMessage(xml)
        if (message === undefined) return reply.status(400).type('text/plain; charset=utf-8').send('message')
        if (message !== 'ignored') await takeMessage(deps, message)
        return answer(reply, 'success')
      },
    })
  })
}

/** Plain text of a call; undefined unless signed by the platform. */
function textOf(request: FastifyRequest, query: SignedQuery, deps: CallbackDeps): string | undefined {
  const { token, aesKey, appId } = deps
  if (token === undefined) return undefined
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  if (query.encrypt_type !== 'aes') {
    // An account in encrypted mode never sends plain text: such a call could be a replay.
    return aesKey === undefined && isSigned(token, query, deps.now()) ? body : undefined
  }
  const sealed = readEncrypted(body)
  if (aesKey === undefined || sealed === undefined) return undefined
  const signed = { ...query, signature: query.msg_signature ?? '' }
  return isSigned(token, signed, deps.now(), sealed) ? decrypt(sealed, aesKey, appId) : undefined
}
