import Fastify, { type FastifyInstance } from 'fastify'
import type { Authenticate } from '../platform/auth/session-user.ts'
import { handleError } from '../platform/http/error-handler.ts'

/**
 * A Fastify instance with the decorations `implement()` needs and no routes: for tests of one module. Responses are
 * checked.
 */
export function buildBareApp(authenticate: Authenticate): FastifyInstance {
  const app = Fastify()
  app.setErrorHandler(handleError)
  app.decorate('authenticate', authenticate)
  app.decorate('checkAnswers', true)
  app.decorate('verifySignature', () => undefined)
  app.decorate('served', [])
  app.decorate('reportDenial', async () => undefined)
  return app
}
