import {
  categoryImportEndpoints,
  departImportEndpoints,
  deviceImportEndpoints,
  noticeImportEndpoints,
  sampleImportEndpoints,
  userImportEndpoints,
} from '@natim/contract/system/import'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from './app-deps.ts'
import { createSmsCodes, registerAccountRoutes } from './modules/account/index.ts'
import { registerAlarmRoutes } from './modules/alarm/index.ts'
import { registerAlarmRules } from './modules/alarm-rule/index.ts'
import { registerAlarmStatsRoutes } from './modules/alarm-stats/index.ts'
import { registerAqiRoutes } from './modules/aqi/index.ts'
import { registerBreathRoutes } from './modules/breath/index.ts'
import { createCategoryImport, registerCategoryRoutes } from './modules/category/index.ts'
import { checkModule } from './modules/check/index.ts'
import { createDataSourceImport, registerDataSourceRoutes } from './modules/data-source/index.ts'
import { createDepartImport, registerDepartRoutes } from './modules/depart/index.ts'
import { registerDepartRoleRoutes } from './modules/depart-role/index.ts'
import {
  channelModule,
  createDeviceImport,
  createDeviceService,
  createDevices,
  type Devices,
  modelModule,
  pendingModule,
  registerDeviceRoutes,
} from './modules/device/index.ts'
import { registerDictRoutes } from './modules/dict/index.ts'
import { dictModule } from './modules/dict-admin/index.ts'
import { registerDutyRoutes } from './modules/duty/index.ts'
import { registerExistingClientRoutes } from './modules/existing-clients/index.ts'
import { createAvatarCheck, createFilesService, registerFilesRoutes } from './modules/files/index.ts'
import { fillRuleModule } from './modules/fill-rule/index.ts'
import { type HomeService, registerHomeRoutes } from './modules/home/index.ts'
import { registerImportRoutes } from './modules/import/index.ts'
import { registerIncidentRoutes } from './modules/incident/index.ts'
import { registerInfectionRoutes } from './modules/infection/index.ts'
import { jobModule } from './modules/job/index.ts'
import { type Limits, limitModule, limitSetModule, metricModule } from './modules/limit/index.ts'
import type { Network } from './modules/live/index.ts'
import { registerLogRoutes, registerVisitRoutes } from './modules/log/index.ts'
import { createDrafts, createMapService, registerMapRoutes, registerPlaceRoutes } from './modules/map/index.ts'
import { messageModule } from './modules/message/index.ts'
import { registerMockRoutes, registerWorkplaceRoutes } from './modules/mock/index.ts'
import { registerMonReportRoutes } from './modules/mon-report/index.ts'
import { registerMonitorRoutes } from './modules/monitor/index.ts'
import { registerNbcRoutes } from './modules/nbc/index.ts'
import {
  createNoticeImport,
  createNoticeService,
  type NoticeService,
  registerNoticeRoutes,
} from './modules/notice/index.ts'
import { registerNotifyRoutes } from './modules/notify/index.ts'
import { registerOpenRoutes, registerTokenRoutes } from './modules/open/index.ts'
import { loadChannelViews, registerOverviewRoutes } from './modules/overview/index.ts'
import { type RightsCache, registerPermissionRoutes } from './modules/permission/index.ts'
import { positionModule } from './modules/position/index.ts'
import { publicationModule } from './modules/publication/index.ts'
import { rejectModule } from './modules/reject/index.ts'
import { registerReportRoutes } from './modules/report/index.ts'
import type { Module } from './modules/resource/index.ts'
import { createSampleImport, registerReviewRoutes } from './modules/review/index.ts'
import { roleModule } from './modules/role/index.ts'
import { registerSatAreaRoutes, registerSatRoutes, satelliteModule } from './modules/sat/index.ts'
import { registerSavedViewRoutes } from './modules/saved-view/index.ts'
import { registerSearchRoutes } from './modules/search/index.ts'
import { registerSessionRoutes, type SessionService } from './modules/session/index.ts'
import { registerSiteRoutes } from './modules/site/index.ts'
import { createStations, stationModule } from './modules/station/index.ts'
import { registerSubjectRoutes } from './modules/subject/index.ts'
import { suppressionModule } from './modules/suppression/index.ts'
import { registerTenantRoutes } from './modules/tenant/index.ts'
import { registerCasRoutes, registerThirdLoginRoutes } from './modules/third-login/index.ts'
import {
  registerExportRoutes,
  registerMarkRoutes,
  registerNoteRoutes,
  registerTimeseriesRoutes,
} from './modules/timeseries/index.ts'
import {
  createUserImport,
  createUserService,
  registerUserAdminRoutes,
  registerUserRoutes,
} from './modules/user/index.ts'
import { registerWallRoutes } from './modules/wall/index.ts'
import { registerWearableRoutes } from './modules/wearable/index.ts'
import { hasWxAccount } from './modules/wx/index.ts'
import { registerWxCallback, registerWxImageRoutes } from './modules/wx-image/index.ts'
import { registerWxProductRoutes } from './modules/wx-product/index.ts'
import type { Bus } from './platform/bus.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/db/db.ts'
import { createConfiguredEgress } from './platform/egress.ts'
import { createFileStore } from './platform/files/create-store.ts'
import { acceptMultipart } from './platform/http/multipart.ts'
import { createPdfPrinter } from './platform/print/pdf-printer.ts'
import { publicUrlOf } from './platform/public-url.ts'
import { loadKey } from './platform/seal/key-file.ts'
import { createSealer } from './platform/seal/seal.ts'
import { createSmsSender } from './platform/sms.ts'

export interface ApiDeps extends AppDeps {
  readonly clock: Clock
  readonly sessions: SessionService
  readonly rights: RightsCache
  readonly home: HomeService
  readonly limits: Limits
  readonly network: Network
}

interface ModuleDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
}

/** Modules that assemble their own dependencies. */
const MODULES: readonly Module<ModuleDeps>[] = [
  checkModule,
  dictModule,
  fillRuleModule,
  jobModule,
  positionModule,
  roleModule,
  stationModule,
  modelModule,
  channelModule,
  pendingModule,
  rejectModule,
  metricModule,
  limitSetModule,
  limitModule,
  suppressionModule,
  publicationModule,
  satelliteModule,
]

/** Every console call, below the API prefix. Responses are not cached unless they say so themselves. */
export function registerApi(api: FastifyInstance, deps: ApiDeps): void {
  const { db, clock, home, limits } = deps
  const { now } = clock
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  for (const module of MODULES) module.routes?.(api, { db, now, bus: deps.bus })
  registerMonitorRoutes(api, deps)
  const alarms = registerAlarmRoutes(api, { ...deps, now })
  registerIncidentRoutes(api, { ...deps, now, alarms })
  registerAlarmStatsRoutes(api, { db, now })
  registerSiteRoutes(api, deps)
  registerSessionRoutes(api, { ...deps, now })
  registerIdentity(api, deps)
  registerDictRoutes(api, deps)
  registerSavedViewRoutes(api, deps)
  registerSearchRoutes(api, deps)
  registerPickers(api, { db, now, bus: deps.bus })
  registerUserAdminRoutes(api, {
    ...deps,
    now,
    users: createUserService({ db }),
    assertAvatar: createAvatarCheck(db, deps.config.avatarHosts),
  })
  registerVisitRoutes(api, { db, now })
  // Fixed responses for demonstration pages: registered only where responses are checked, in development and tests.
  if (deps.checkAnswers) registerMockRoutes(api)
  registerWorkplaceRoutes(api)
  registerExistingClientRoutes(api, { db })
  const notices = createNoticeService({ ...deps, now, linkHosts: deps.config.linkHosts })
  registerNoticeRoutes(api, {
    ...deps,
    notices,
    framedBy: deps.config.corsOrigins,
    peek: deps.sessions.peek,
  })
  messageModule.routes?.(api, { db, now, notices })
  const devices = createDevices(db, deps.bus)
  const service = createDeviceService({
    ...deps,
    devices,
    channelsOf: (deviceNos, perDevice, hidesPersons) =>
      loadChannelViews({ db, limits, now }, deviceNos, perDevice, hidesPersons),
  })
  registerDeviceRoutes(api, { db, devices, service })
  registerOverviewRoutes(api, { db, limits, now, deviceOf: devices.get })
  registerHomeRoutes(api, db, home)
  registerWallRoutes(api, { ...deps, now })
  registerMaps(api, deps)
  registerMissions(api, deps)
  registerNotifyRoutes(api, { ...deps, now, log: deps.logger.of('alarm') })
  registerDutyRoutes(api, { ...deps, now })
  registerAlarmRules(api, { ...deps, now, directory: deps.network.fresh })
  registerHistory(api, deps)
  registerReportRoutes(api, { db })
  registerSealed(api, deps)
  registerUploads(api, { ...deps, notices, devices })
}

/** Modules that store sealed data: personal data, and the passwords of data sources. */
function registerSealed(api: FastifyInstance, { db, config, clock }: ApiDeps): void {
  const sealer = createSealer(() => loadKey(config))
  const { now } = clock
  registerSubjectRoutes(api, { db, now, sealer })
  registerWearableRoutes(api, { db, now })
  registerBreathRoutes(api, { db, now })
  registerWxImageRoutes(api, { db, now, store: createFileStore(config), hasAccount: hasWxAccount(config) })
  registerWxCallback(api, {
    db,
    now,
    sealer,
    hashKey: () => loadKey(config),
    token: config.wxToken,
    aesKey: config.wxAesKey,
    appId: config.wxAppId,
  })
  registerInfectionRoutes(api, { db, now })
  registerDataSourceRoutes(api, {
    db,
    sealer,
    reachable: { hosts: config.dataSourceHosts, privateHosts: config.egressPrivateHosts },
  })
}

/** Modules for maps. */
function registerMaps(api: FastifyInstance, deps: ApiDeps): void {
  const { db, bus, clock } = deps
  const map = createMapService(deps)
  registerMapRoutes(api, { map, drafts: createDrafts({ db, now: clock.now }) })
  registerPlaceRoutes(api, { db, map, stations: createStations(db, bus) })
}

/** Modules for one field of work each. */
function registerMissions(api: FastifyInstance, deps: ApiDeps): void {
  const { now } = deps.clock
  registerNbcRoutes(api, { ...deps, now })
  registerSatRoutes(api, { ...deps, now, store: createFileStore(deps.config) })
  registerWxProductRoutes(api, { ...deps, now, hasAccount: hasWxAccount(deps.config) })
}

/** Modules that query stored samples. */
function registerHistory(api: FastifyInstance, deps: ApiDeps): void {
  const { db, bus, limits, config, logger } = deps
  const { now } = deps.clock
  registerTimeseriesRoutes(api, { db, limits, now })
  registerMarkRoutes(api, { db, limits, now })
  registerNoteRoutes(api, { db, now })
  registerExportRoutes(api, { db, now, store: createFileStore(config), log: logger.of('jobs') })
  registerReviewRoutes(api, { db, bus, now })
  registerAqiRoutes(api, { db, now })
  const printer = createPdfPrinter(config.chromium, config.searchPath)
  const { networkName: network } = config
  registerMonReportRoutes(api, { db, now, store: createFileStore(config), network, printer })
  registerTokenRoutes(api, db)
  const publicUrl = () => publicUrlOf(config, api.server.address())
  registerOpenRoutes(api, { db, now, rights: deps.rights, publicUrl })
}

interface UploadDeps {
  readonly notices: NoticeService
  readonly devices: Devices
}

/** Calls that accept files. */
function registerUploads(api: FastifyInstance, deps: ApiDeps & UploadDeps): void {
  const { config, db, bus, logger, notices } = deps
  const { now } = deps.clock
  const files = createFilesService({ db, now, store: createFileStore(config), quotaMb: config.fileQuotaMb })
  void api.register(async (scope) => {
    await acceptMultipart(scope)
    registerFilesRoutes(scope, files)
    registerSatAreaRoutes(scope)
    const imports = { db, files, now, log: logger.of('import') }
    const sheets = [
      ...MODULES.flatMap((module) => module.sheets?.({ db, bus, now }) ?? []),
      ...(messageModule.sheets?.({ db, now, notices }) ?? []),
      createDataSourceImport(db),
    ]
    for (const { endpoints, entity } of sheets) registerImportRoutes(scope, imports, endpoints, entity)
    registerImportRoutes(scope, imports, departImportEndpoints, createDepartImport(db))
    registerImportRoutes(scope, imports, categoryImportEndpoints, createCategoryImport(db))
    registerImportRoutes(scope, imports, noticeImportEndpoints, createNoticeImport(notices))
    registerImportRoutes(scope, imports, userImportEndpoints, createUserImport({ ...deps, now }))
    registerImportRoutes(scope, imports, sampleImportEndpoints, createSampleImport({ db, pool: deps.pool, bus, now }))
    registerImportRoutes(scope, imports, deviceImportEndpoints, createDeviceImport(db, deps.devices))
  })
}

interface PickerDeps {
  readonly db: Db
  readonly now: () => number
  readonly bus: Bus
}

/** Data for selectors and form checks. */
function registerPickers(api: FastifyInstance, deps: PickerDeps): void {
  registerUserRoutes(api, deps)
  registerPermissionRoutes(api, deps)
  registerDepartRoutes(api, deps)
  registerDepartRoleRoutes(api, deps)
  registerCategoryRoutes(api, deps)
  registerTenantRoutes(api, deps)
  registerLogRoutes(api, deps)
}

/** Alternative ways to sign in, and the user's own account. */
function registerIdentity(api: FastifyInstance, deps: ApiDeps): void {
  const { config, logger } = deps
  const now = deps.clock.now
  const egress = createConfiguredEgress(config)
  const sender = deps.smsSender ?? createSmsSender(config, { log: logger.of('auth'), egress })
  const codes = createSmsCodes({
    db: deps.db,
    now,
    sender,
    onFailure: (error) => logger.of('auth').error({ err: error }, 'a code by SMS was not sent'),
  })
  const publicUrl = () => publicUrlOf(config, api.server.address())
  const origins = () => [new URL(publicUrl()).origin, ...config.corsOrigins]
  const assertAvatar = createAvatarCheck(deps.db, config.avatarHosts)
  registerAccountRoutes(api, { ...deps, now, codes, assertAvatar })
  registerThirdLoginRoutes(api, {
    ...deps,
    now,
    codes,
    egress,
    publicUrl,
    origins,
    apiPrefix: config.apiPrefix,
    providers: config.thirdLogins,
    avatarHosts: config.avatarHosts,
    isSmsOn: sender !== undefined,
    isRegistrationOpen: config.registrationEnabled,
  })
  registerCasRoutes(api, { ...deps, egress, origins, casUrl: config.casUrl })
}
