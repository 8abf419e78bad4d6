# The program alone: docker build -t hcljson . && docker run --rm -v "$PWD:/src" hcljson /src/main.tf
FROM --platform=$BUILDPLATFORM golang:1.26-alpine AS build
WORKDIR /build
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -tags urfave_cli_no_docs -ldflags="-s -w" -o /out/hcljson .

FROM scratch
# For registries of providers (--fetch-schemas).
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/hcljson /usr/bin/hcljson
USER 65532:65532
WORKDIR /src
ENTRYPOINT ["/usr/bin/hcljson"]
