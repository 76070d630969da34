# Cairn without a window, for MCP clients and for flows in CI.
#
#   ./build.sh release --out dist/release --only linux/amd64
#   docker build --build-arg ARCHIVE=dist/release/cairn_<version>_linux_amd64.tar.gz -t cairn .
#   docker run -i --rm --init --security-opt seccomp=unconfined -v cairn:/data cairn          # MCP over stdio
#
# Chromium's own sandbox makes user namespaces, which Docker's usual seccomp profile forbids. A profile that allows them
# (clone, unshare, setns) is better than seccomp=unconfined.
FROM debian:bookworm-slim

RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates chromium fonts-noto-core \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 10001 cairn \
 && install -d -o cairn -g cairn -m 0700 /data

ARG ARCHIVE
ADD ${ARCHIVE} /tmp/cairn/
RUN install -m 0755 /tmp/cairn/*/cairn /usr/local/bin/cairn && rm -rf /tmp/cairn

ENV CAIRN_HOME=/data
VOLUME /data
USER cairn
WORKDIR /home/cairn
ENTRYPOINT ["cairn"]
CMD ["mcp"]
