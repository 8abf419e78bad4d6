# The program alone: docker build -t hcljson . && docker run --rm -v "$PWD:/src" hcljson main.tf
# .ci/image makes it of a program that was built before.
FROM --platform=$BUILDPLATFORM golang:1.26-alpine AS build
WORKDIR /build
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -ldflags="-s -w" -tags urfave_cli_no_docs -o /build/hcljson .
RUN sh .ci/image /out/$TARGETOS/$TARGETARCH /build/hcljson

FROM scratch
ARG TARGETOS TARGETARCH
COPY --from=build /out/$TARGETOS/$TARGETARCH /
# Whoever runs it may have no home directory, and can write below /tmp alone.
ENV HOME=/tmp XDG_CACHE_HOME=/tmp/cache
USER 65532:65532
WORKDIR /src
ENTRYPOINT ["/usr/bin/hcljson"]
