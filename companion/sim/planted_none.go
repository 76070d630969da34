//go:build !(planted_ack || planted_mark || planted_delete || planted_memory || planted_numbers || planted_gaps)

package sim

// planted names the bug that a build tag plants: of none here. With any of the
// tags beside this file, one at a time, TestNothingIsLostDoubledOrReordered must
// fail, which ./build.sh test and soak see to.
const planted = ""
