export { type AssertAvatar, createAvatarCheck } from './avatar.ts'
export { registerFilesRoutes } from './files.routes.ts'
export { createFilesService, type FilesService } from './files.service.ts'
