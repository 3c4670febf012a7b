# The service alone: PostgreSQL, Redis and a proxy stand beside it (compose.yaml, deploy/kubernetes).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package's install script is needed.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run generate && npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund
# Prisma's client names its command line and studio as peers, so they stay behind: half of what is installed.
RUN cd node_modules \
  && rm -rf prisma typescript @typescript effect elkjs react-dom @prisma/dev @prisma/studio-core @prisma/query-plan-executor \
     @prisma/engines @prisma/engines-version @prisma/fetch-engine @prisma/get-platform @prisma/config @prisma/streams-local \
  && find . -name '*.map' -delete

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install -d -m 0700 -o node -g node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself gets the SIGTERM.
CMD ["node", "dist/main.js"]
