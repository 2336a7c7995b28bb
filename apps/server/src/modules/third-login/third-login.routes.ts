import { OAUTH_LOGIN_PATH } from '@natim/contract/constants'
import { type Endpoint, pick } from '@natim/contract/endpoint'
import { type ProviderAnswer, THIRD_LOGIN_FAILED, thirdLoginEndpoints } from '@natim/contract/system/third-login'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { type CallContext, type Handler, implement, withMessage } from '../../platform/http/implement.ts'
import { isPictureOf } from '../files/index.ts'
import { loadUserInfo, visitorOf } from '../session/index.ts'
import { type BindingDeps, createBindingService } from './binding.service.ts'
import { CALLBACK_SCRIPT, callbackPage } from './callback-page.ts'
import { findThirdAccountOf } from './third-account.repository.ts'
import { createThirdLoginService, type Return, type ThirdLoginDeps } from './third-login.service.ts'

const COOKIE = 'third_flow'
const COOKIE_SECONDS = 600

export interface ThirdLoginRouteDeps extends Omit<ThirdLoginDeps, 'callbackOf'>, BindingDeps {
  readonly apiPrefix: string
  /** Public origin (and path, behind a proxy) of this server. */
  readonly publicUrl: () => string
  /** Origins whose pages may sign in here, own origin first. */
  readonly origins: () => readonly string[]
}

/** Sign-in with an external identity provider (contract/10 §5). */
export function registerThirdLoginRoutes(app: FastifyInstance, deps: ThirdLoginRouteDeps): void {
  const callbackOf: ThirdLoginDeps['callbackOf'] = (source, kind) =>
    `${deps.publicUrl()}${deps.apiPrefix}/sys/thirdLogin/${kind === 'page' ? 'oauth2/' : ''}${source}/callback`
  const service = createThirdLoginService({ ...deps, callbackOf })
  registerPopup(app, deps, service)
  registerSameWindow(app, deps, service)
  registerBinding(app, deps)
}

type Service = ReturnType<typeof createThirdLoginService>

function registerPopup(app: FastifyInstance, deps: ThirdLoginRouteDeps, service: Service): void {
  const scriptPath = `${deps.apiPrefix}/sys/thirdLogin/callback.js`
  const page = (reply: FastifyReply, value: Parameters<typeof callbackPage>[0]) =>
    apart(reply)
      .type('text/html; charset=utf-8')
      .send(callbackPage(value, { scriptPath, origins: deps.origins() }))
  const orFailed = (ctx: CallContext, error: unknown) => {
    report(ctx, error)
    return page(ctx.reply, THIRD_LOGIN_FAILED)
  }
  implement(app, pick(thirdLoginEndpoints, ['render', 'callback', 'callbackScript']), {
    render: async ({ params, ctx }) => {
      try {
        const { location, nonce } = await service.start(params.source, null, ctx.ip)
        return go(withCookie(apart(ctx.reply), deps, nonce), location)
      } catch (error) {
        return orFailed(ctx, error)
      }
    },
    callback: async ({ params, query, ctx }) => {
      try {
        const answer = returnOf(query, ctx)
        await service.resume(params.source, answer, 'popup')
        const outcome = await service.conclude(params.source, answer, 'popup', visitorOf(ctx))
        return page(ctx.reply, outcome.kind === 'token' ? outcome.token : outcome.value)
      } catch (error) {
        return orFailed(ctx, error)
      }
    },
    callbackScript: ({ ctx }) => ctx.reply.type('text/javascript; charset=utf-8').send(CALLBACK_SCRIPT),
  })
}

function registerSameWindow(app: FastifyInstance, deps: ThirdLoginRouteDeps, service: Service): void {
  const landing = (origin: string, parameters: Record<string, string>) =>
    `${origin}${OAUTH_LOGIN_PATH}?${new URLSearchParams(parameters).toString()}`
  implement(app, pick(thirdLoginEndpoints, ['oauth2Login', 'oauth2Callback']), {
    oauth2Login: async ({ params, query, ctx }) => {
      const origins = deps.origins()
      const origin = query.state || (origins[0] ?? '')
      if (!origins.includes(origin)) throw new AppError('third.unknown_source')
      const { location, nonce } = await service.start(params.source, origin, ctx.ip)
      return go(withCookie(ctx.reply, deps, nonce), location)
    },
    oauth2Callback: async ({ params: { source }, query, ctx }) => {
      const answer = returnOf(query, ctx)
      const origin = await service.resume(source, answer, 'page')
      const back = (parameters: Record<string, string>) =>
        go(ctx.reply, landing(origin ?? '', { ...parameters, thirdType: source }))
      try {
        const outcome = await service.conclude(source, answer, 'page', visitorOf(ctx))
        return back(outcome.kind === 'token' ? { oauth2LoginToken: outcome.token } : { oauth2LoginError: 'unbound' })
      } catch (error) {
        report(ctx, error)
        return back({ oauth2LoginError: 'failed' })
      }
    },
  })
}

/** An endpoint whose handler also serves other paths. */
type Pathless<E extends Endpoint> = Omit<E, 'path'> & { readonly path: string }

function registerBinding(app: FastifyInstance, deps: ThirdLoginRouteDeps): void {
  const { db, sessions, avatarHosts } = deps
  // Stored pictures are checked again, as the list of hosts may have changed since.
  const allowed = (avatar: string | null | undefined) => (avatar && isPictureOf(avatarHosts, avatar) ? avatar : null)
  const binding = createBindingService(deps)
  // Each under two paths: that of the pages, and that of the original server.
  const createUser: Handler<Pathless<typeof thirdLoginEndpoints.createUser>> = async ({ body, ctx }) =>
    withMessage(await binding.createUser(body.uuid, visitorOf(ctx)), '登录成功')
  const checkPassword: Handler<Pathless<typeof thirdLoginEndpoints.checkPassword>> = async ({ body, ctx }) => {
    const credentials = { username: body.username ?? undefined, password: body.password }
    return withMessage(await binding.bindByPassword(body.uuid, credentials, visitorOf(ctx)), '绑定成功')
  }
  const names = [
    'createUser',
    'createUserStock',
    'checkPassword',
    'checkPasswordStock',
    'bindPhone',
    'loginUser',
  ] as const
  implement(app, pick(thirdLoginEndpoints, names), {
    createUser,
    createUserStock: createUser,
    checkPassword,
    checkPasswordStock: checkPassword,
    bindPhone: async ({ body, ctx }) => {
      const token = await binding.bindByPhone(body.thirdUserUuid, body.mobile, body.captcha, visitorOf(ctx))
      return withMessage(token, '绑定成功')
    },
    loginUser: async ({ params }) => {
      const user = await sessions.peek(params.token)
      if (user === undefined) throw new AppError('login.token_invalid')
      const [known, third] = await Promise.all([
        loadUserInfo(db, user.userId),
        findThirdAccountOf(db, user.userId, params.thirdType),
      ])
      const userInfo = { ...known, avatar: known.avatar || allowed(third?.avatar) }
      return withMessage({ token: params.token, userInfo }, '登录成功')
    },
  })
}

/** The default policy would cut off a popup from its opener (HTML standard, cross-origin opener policy). */
const apart = (reply: FastifyReply) => reply.header('cross-origin-opener-policy', 'unsafe-none')

const go = (reply: FastifyReply, location: string) => reply.redirect(location, 302)

function withCookie(reply: FastifyReply, { publicUrl }: ThirdLoginRouteDeps, nonce: string): FastifyReply {
  const secure = publicUrl().startsWith('https:') ? '; Secure' : ''
  const value = `${COOKIE}=${nonce}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`
  return reply.header('set-cookie', value)
}

function returnOf(query: ProviderAnswer, { request }: CallContext): Return {
  const nonce = new RegExp(`(?:^|;\\s*)${COOKIE}=([A-Za-z0-9_-]+)`).exec(request.headers.cookie ?? '')?.[1]
  return { code: query.code ?? query.authCode, state: query.state, nonce }
}

/** Users get a generic message; the reason goes to the log. */
function report({ request }: CallContext, error: unknown): void {
  request.log.warn({ err: error }, 'third-party sign-in failed')
}
